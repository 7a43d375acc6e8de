//! HTTP on this machine alone: who may ask, what is asked, answers as JSON, events as they come.
//!
//! The address of the page holds a random token, as every address below it does. Requests with another token, or
//! whose `Host` or `Origin` is not this server, are refused before anything looks at them: a page from elsewhere, open in
//! the same browser, can neither read nor write here. Bodies have at most [`BODY`] bytes.

use std::convert::Infallible;
use std::io::Write;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use axum::extract::rejection::JsonRejection;
use axum::extract::{DefaultBodyLimit, FromRequest, Path, Request, State as Shared};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use futures_util::stream;
use katachi_frontend::player::Choice;
use katachi_frontend::why::{LIMIT, Question};
use mkpat_rt::db::PatternSet;
use mkpat_rt::geom::Point;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use tokio::sync::broadcast::error::RecvError;

use crate::draft::{self, Draft, Refused};
use crate::position::{self, Position, Where, letter};
use crate::studio::{State, Studio, locked};
use crate::{Start, answers, changes, folder, watch};

/// The largest body of a request, in bytes: the largest pattern is far smaller.
const BODY: usize = 1 << 20;

/// What the page loads.
const FILES: [(&str, &str, &str); 8] = [
    ("picture.css", "text/css", mkpat::tools::picture::CSS),
    ("style.css", "text/css", include_str!("../page/style.css")),
    ("main.js", "text/javascript", include_str!("../page/main.js")),
    ("server.js", "text/javascript", include_str!("../page/server.js")),
    ("board.js", "text/javascript", include_str!("../page/board.js")),
    ("evidence.js", "text/javascript", include_str!("../page/evidence.js")),
    ("library.js", "text/javascript", include_str!("../page/library.js")),
    ("editor.js", "text/javascript", include_str!("../page/editor.js")),
];

/// What pages may load: what is here, and nothing else.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; \
    connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Starts the studio and answers until the process ends.
///
/// # Errors
/// See [`crate::run`].
pub(crate) fn serve(start: Start, out: &mut dyn Write) -> Result<(), String> {
    let studio = Arc::new(Studio::new(&start)?);
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|e| e.to_string())?;
    runtime.block_on(async {
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, start.port));
        let listener = tokio::net::TcpListener::bind(address).await.map_err(|e| {
            let more = match e.kind() {
                std::io::ErrorKind::AddrInUse => {
                    " (perhaps another studio is running; --port 0 takes any free port)"
                }
                _ => "",
            };
            format!("port {}: {e}{more}", start.port)
        })?;
        let port = listener.local_addr().map_err(|e| e.to_string())?.port();
        let token = token()?;
        let page = format!("http://127.0.0.1:{port}/{token}/");
        writeln!(out, "The studio is at {page}\nCtrl-C ends it.")
            .and_then(|()| out.flush())
            .map_err(|e| format!("cannot write the address: {e}"))?;
        if start.open {
            open(&page);
        }
        let watched = Arc::clone(&studio);
        std::thread::spawn(move || watch::watch(&watched));
        axum::serve(listener, app(studio, &token, port)).await.map_err(|e| e.to_string())
    })
}

/// 128 random bits in hexadecimal digits.
fn token() -> Result<String, String> {
    let mut bytes = [0_u8; 16];
    getrandom::fill(&mut bytes).map_err(|e| format!("no random numbers: {e}"))?;
    Ok(bytes.iter().map(|b| format!("{b:02x}")).collect())
}

/// Opens a browser; who has none sees the address anyway.
fn open(page: &str) {
    let (program, arguments): (&str, &[&str]) = match () {
        () if cfg!(target_os = "macos") => ("open", &[]),
        () if cfg!(windows) => ("cmd", &["/C", "start", ""]),
        () => ("xdg-open", &[]),
    };
    let quiet = std::process::Stdio::null;
    let started = std::process::Command::new(program)
        .args(arguments)
        .arg(page)
        .stdin(quiet())
        .stdout(quiet())
        .stderr(quiet())
        .spawn();
    if let Err(e) = started {
        // If the error stream cannot be written, there is nobody to tell.
        let _ = writeln!(std::io::stderr(), "katachi: cannot open a browser ({program}): {e}");
    }
}

/// Everything that can be asked.
pub(crate) fn app(studio: Arc<Studio>, token: &str, port: u16) -> Router {
    let mut page = Router::new();
    for (name, kind, text) in FILES {
        let answer = move || async move { file(kind, text.to_string()) };
        page = page.route(&format!("/{name}"), get(answer));
    }
    let page = page
        .route("/gallery/{name}", get(gallery))
        .route("/api/state", get(state))
        .route("/api/records", get(records))
        .route("/api/patterns", get(patterns))
        .route("/api/changes", get(last_edit))
        .route("/api/events", get(events))
        .route("/api/position", post(position))
        .route("/api/matches", post(matches))
        .route("/api/candidates", post(candidates))
        .route("/api/at", post(at_vertex))
        .route("/api/why", post(why))
        .route("/api/layer", post(layer))
        .route("/api/play", post(play))
        .route("/api/pattern", post(pattern))
        .route("/api/new", post(new_pattern))
        .route("/api/draft", post(check_draft))
        .route("/api/try", post(try_draft))
        .route("/api/save", post(save_draft))
        .route("/api/begin", post(begin))
        .fallback(|| async { Failure::new(StatusCode::NOT_FOUND, "there is no such page") })
        .method_not_allowed_fallback(|| async {
            Failure::new(StatusCode::METHOD_NOT_ALLOWED, "this address is not asked so")
        })
        .layer(DefaultBodyLimit::max(BODY))
        .with_state(studio);
    let guard = Guard {
        hosts: ["127.0.0.1", "localhost"].map(|name| format!("{name}:{port}")).to_vec(),
        prefix: format!("/{token}/"),
    };
    let first = || async { file("text/html", include_str!("../page/index.html").to_string()) };
    Router::new()
        .route(&guard.prefix, get(first))
        .nest(&format!("/{token}"), page)
        .layer(middleware::from_fn_with_state(Arc::new(guard), guarded))
}

/// Who may ask.
struct Guard {
    /// What may stand in `Host`.
    hosts: Vec<String>,
    /// How every address begins.
    prefix: String,
}

impl Guard {
    /// Why a request is refused, if it is.
    fn refusal(&self, path: &str, headers: &HeaderMap) -> Option<Failure> {
        let text = |name| headers.get(name).map(|v: &HeaderValue| v.to_str().unwrap_or("?"));
        if !text(header::HOST).is_some_and(|host| self.hosts.iter().any(|h| h == host)) {
            let why = "this server answers to 127.0.0.1 and localhost only";
            return Some(Failure::new(StatusCode::MISDIRECTED_REQUEST, why));
        }
        let own = |origin: &str| self.hosts.iter().any(|h| format!("http://{h}") == origin);
        let foreign = text(header::ORIGIN).is_some_and(|origin| !own(origin));
        let site = headers.get("sec-fetch-site").map(|v| v.to_str().unwrap_or("?"));
        // A link from elsewhere to the page is a person who clicked; nothing else comes from elsewhere.
        let to_page = path == self.prefix;
        if foreign || site.is_some_and(|s| s == "cross-site") && !to_page {
            return Some(Failure::new(
                StatusCode::FORBIDDEN,
                "the request comes from another page",
            ));
        }
        if !same(path.as_bytes(), self.prefix.as_bytes()) {
            let why = "the address lacks the token that the studio has printed on the terminal";
            return Some(Failure::new(StatusCode::FORBIDDEN, why));
        }
        None
    }
}

/// Whether `path` begins with `prefix`; how long that takes does not tell where they differ.
fn same(path: &[u8], prefix: &[u8]) -> bool {
    path.len() >= prefix.len()
        && path.iter().zip(prefix).fold(0, |differ, (a, b)| differ | (a ^ b)) == 0
}

async fn guarded(Shared(guard): Shared<Arc<Guard>>, request: Request, next: Next) -> Response {
    let refused = guard.refusal(request.uri().path(), request.headers());
    let mut response = match refused {
        Some(failure) => failure.into_response(),
        None => next.run(request).await,
    };
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::CACHE_CONTROL, "no-store"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}

/// Why a request is not answered as it hoped.
#[derive(Debug)]
struct Failure {
    status: StatusCode,
    message: String,
}

impl Failure {
    fn new(status: StatusCode, message: impl Into<String>) -> Failure {
        Failure { status, message: message.into() }
    }
}

impl From<String> for Failure {
    fn from(message: String) -> Failure {
        Failure::new(StatusCode::UNPROCESSABLE_ENTITY, message)
    }
}

impl From<Refused> for Failure {
    fn from(refused: Refused) -> Failure {
        match refused {
            Refused::Conflict(message) => Failure::new(StatusCode::CONFLICT, message),
            Refused::Bad(message) => message.into(),
        }
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        (self.status, Json(json!({ "error": self.message }))).into_response()
    }
}

type Answer = Result<Json<Value>, Failure>;

/// A body of JSON; what is wrong with it is told as all failures are.
struct Body<T>(T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Body<T> {
    type Rejection = Failure;

    async fn from_request(request: Request, state: &S) -> Result<Body<T>, Failure> {
        let body = Json::<T>::from_request(request, state).await;
        body.map(|Json(body)| Body(body))
            .map_err(|e: JsonRejection| Failure::new(e.status(), e.body_text()))
    }
}

/// Works in a thread where it may take its time.
async fn work<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Failure> + Send + 'static,
) -> Result<T, Failure> {
    match tokio::task::spawn_blocking(work).await {
        Ok(done) => done,
        Err(e) => {
            let what = format!("this is a mistake of the program: {e}");
            Err(Failure::new(StatusCode::INTERNAL_SERVER_ERROR, what))
        }
    }
}

/// Tells work that nobody waits for it any more: the page has gone on to another position.
#[derive(Clone, Default)]
struct Gone(Arc<AtomicBool>);

/// Says so when the request is given up, or answered.
struct Waits(Gone);

impl Drop for Waits {
    fn drop(&mut self) {
        self.0.0.store(true, Ordering::Relaxed);
    }
}

fn file(kind: &str, text: String) -> Response {
    ([(header::CONTENT_TYPE, format!("{kind}; charset=utf-8"))], text).into_response()
}

async fn gallery(
    Shared(studio): Shared<Arc<Studio>>,
    Path(name): Path<String>,
) -> Result<Response, Failure> {
    work(move || {
        let not_found = |e: String| Failure::new(StatusCode::NOT_FOUND, e);
        let pages = studio.gallery().map_err(not_found)?;
        let page = pages.iter().find(|page| page.name == name);
        let page = page.ok_or_else(|| not_found("there is no such page".to_string()))?;
        let kind = match name.rsplit('.').next() {
            Some("css") => "text/css",
            Some("js") => "text/javascript",
            _ => "text/html",
        };
        Ok(file(kind, page.text.clone()))
    })
    .await
}

async fn state(Shared(studio): Shared<Arc<Studio>>) -> Answer {
    let mut summary = studio.summary(&studio.state());
    summary["dir"] = json!(studio.dir.display().to_string());
    summary["layers"] = json!(answers::LAYERS.map(|l| l.0));
    Ok(Json(summary))
}

async fn records(Shared(studio): Shared<Arc<Studio>>) -> Answer {
    work(move || {
        let found =
            folder::records(&studio.dir).map_err(|e| Failure::new(StatusCode::NOT_FOUND, e))?;
        Ok(Json(json!({ "names": found.names, "more": found.more })))
    })
    .await
}

/// The patterns that there are, for the library.
async fn patterns(Shared(studio): Shared<Arc<Studio>>) -> Answer {
    work(move || {
        let state = studio.state();
        let mut list = Vec::new();
        for db in state.set.databases.iter().map(|d| &d.data) {
            for p in &db.patterns {
                let typed = state.databases.as_ref().and_then(|all| all.pattern(&db.name, &p.name));
                let idea = typed.map(|(_, typed)| typed.idea.join(" "));
                let file = db.files.get(usize::from(p.file));
                list.push(json!([db.name, p.name, file, p.line, p.class.to_string(), idea]));
            }
        }
        Ok(Json(json!({ "version": state.version, "patterns": list })))
    })
    .await
}

async fn last_edit(Shared(studio): Shared<Arc<Studio>>) -> Answer {
    let changes = locked(&studio.changes).clone();
    Ok(Json(json!(changes)))
}

async fn events(
    Shared(studio): Shared<Arc<Studio>>,
) -> Sse<impl stream::Stream<Item = Result<Event, Infallible>>> {
    let heard = stream::unfold(studio.events.subscribe(), |mut events| async move {
        match events.recv().await {
            Ok(text) => Some((Ok(Event::default().data(text)), events)),
            // The page was too slow: it asks for everything anew.
            Err(RecvError::Lagged(_)) => {
                Some((Ok(Event::default().data(r#"{"kind":"behind"}"#)), events))
            }
            Err(RecvError::Closed) => None,
        }
    });
    let first = stream::iter([Ok(Event::default().data(r#"{"kind":"hello"}"#))]);
    let all = stream::StreamExt::chain(first, heard);
    Sse::new(all).keep_alive(KeepAlive::new().interval(Duration::from_secs(15)))
}

/// A position, and what is asked about it.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct At {
    place: Where,
    /// A vertex.
    #[serde(default)]
    vertex: Option<String>,
    /// The name of a layer.
    #[serde(default)]
    layer: Option<String>,
    /// A pattern …
    #[serde(default)]
    pattern: Option<String>,
    /// … of this database.
    #[serde(default)]
    database: Option<String>,
    /// A draft.
    #[serde(default)]
    draft: Option<Draft>,
}

/// What an engine answers about a position, and how long that took.
async fn ask(
    studio: Arc<Studio>,
    at: At,
    seat: for<'a> fn(&'a Studio) -> &'a std::sync::Mutex<crate::seat::Seat>,
    question: impl FnOnce(&mut katachi_frontend::session::Session, &Position) -> Result<Value, String>
    + Send
    + 'static,
) -> Answer {
    let gone = Gone::default();
    let _waits = Waits(gone.clone());
    work(move || {
        let here = studio.position(&at.place)?;
        let begun = Instant::now();
        let mut seat = locked(seat(&studio));
        if gone.0.load(Ordering::Relaxed) {
            return Err(Failure::new(StatusCode::REQUEST_TIMEOUT, "nobody waits for the answer"));
        }
        let state = studio.state();
        let answer =
            seat.ask(&studio.settings, state.set(), &here, |session| question(session, &here))?;
        let mut answer = answer?;
        answer["version"] = json!(state.version);
        answer["ms"] = json!(begun.elapsed().as_secs_f64() * 1000.0);
        Ok(Json(answer))
    })
    .await
}

async fn position(Shared(studio): Shared<Arc<Studio>>, Body(at): Body<At>) -> Answer {
    work(move || Ok(Json(answers::board(&studio.position(&at.place)?)))).await
}

async fn matches(Shared(studio): Shared<Arc<Studio>>, Body(at): Body<At>) -> Answer {
    work(move || {
        let here = studio.position(&at.place)?;
        let state = studio.state();
        let mut found = answers::matches(&state.set, &here);
        found["version"] = json!(state.version);
        Ok(Json(found))
    })
    .await
}

async fn candidates(Shared(studio): Shared<Arc<Studio>>, Body(at): Body<At>) -> Answer {
    ask(studio, at, |s| &s.moves, |session, here| Ok(answers::candidates(session, here))).await
}

fn vertex(at: &At, size: usize) -> Result<Point, String> {
    let name = at.vertex.as_deref().ok_or("the request names no vertex")?;
    let p = position::vertex(name, size)?;
    if p.is_pass() { Err("a pass is no vertex".to_string()) } else { Ok(p) }
}

async fn at_vertex(Shared(studio): Shared<Arc<Studio>>, Body(mut at): Body<At>) -> Answer {
    let name = at.vertex.take();
    ask(
        studio,
        at,
        |s| &s.quick,
        move |session, here| {
            let at = At { vertex: name, ..At::default() };
            let p = vertex(&at, here.game.size())?;
            Ok(answers::at_vertex(session, here, p))
        },
    )
    .await
}

async fn why(Shared(studio): Shared<Arc<Studio>>, Body(mut at): Body<At>) -> Answer {
    let asked = At { vertex: at.vertex.take(), pattern: at.pattern.take(), ..At::default() };
    let database = at.database.take();
    ask(
        studio,
        at,
        |s| &s.quick,
        move |session, here| {
            let question = question(&asked, database, here)?;
            answers::why(session, &question)
        },
    )
    .await
}

fn question(at: &At, database: Option<String>, here: &Position) -> Result<Question, String> {
    let pattern = at.pattern.clone().ok_or("the request names no pattern")?;
    let size = here.game.size();
    let at = at.vertex.as_ref().map(|_| vertex(at, size)).transpose()?;
    Ok(Question { pattern, at, database, color: None, limit: LIMIT })
}

async fn layer(Shared(studio): Shared<Arc<Studio>>, Body(mut at): Body<At>) -> Answer {
    let name = at.layer.take().unwrap_or_default();
    ask(studio, at, |s| &s.quick, move |session, _| answers::layer(session, &name)).await
}

/// The engine's move, and what it considered.
async fn play(Shared(studio): Shared<Arc<Studio>>, Body(at): Body<At>) -> Answer {
    ask(
        studio,
        at,
        |s| &s.moves,
        |session, here| {
            let mut found = answers::candidates(session, here);
            let choice = session.generate(here.to_move, false, false);
            let size = here.game.size();
            found["move"] = match choice {
                Choice::Play(p) => json!(p.name(size)),
                Choice::Pass => json!("pass"),
                Choice::Resign => json!("resign"),
            };
            found["color"] = json!(letter(here.to_move));
            Ok(found)
        },
    )
    .await
}

/// The databases with their texts.
fn texts(state: &State) -> Result<&crate::databases::Databases, String> {
    let none = "the databases compiled in cannot be edited; start the studio in a folder with databases, with \
        --patterns DIR, or begin a database here";
    state.databases.as_ref().ok_or_else(|| none.to_string())
}

async fn pattern(Shared(studio): Shared<Arc<Studio>>, Body(at): Body<At>) -> Answer {
    work(move || {
        let state = studio.state();
        let (database, name) = (at.database.unwrap_or_default(), at.pattern.unwrap_or_default());
        let draft = draft::open(texts(&state)?, &database, &name)?;
        Ok(Json(json!({ "draft": draft, "database": database, "version": state.version })))
    })
    .await
}

async fn new_pattern(Shared(studio): Shared<Arc<Studio>>, Body(at): Body<At>) -> Answer {
    work(move || {
        let state = studio.state();
        let database = at.database.unwrap_or_default();
        let draft = draft::begin(texts(&state)?, &database)?;
        Ok(Json(json!({ "draft": draft, "database": database, "version": state.version })))
    })
    .await
}

fn draft_of(at: &At) -> Result<&Draft, String> {
    at.draft.as_ref().ok_or_else(|| "the request holds no draft".to_string())
}

async fn check_draft(Shared(studio): Shared<Arc<Studio>>, Body(at): Body<At>) -> Answer {
    work(move || {
        let state = studio.state();
        let here = studio.position(&at.place)?;
        let vertex = at.vertex.as_ref().map(|_| vertex(&at, here.game.size())).transpose()?;
        let begun = Instant::now();
        let mut answer = draft::check(texts(&state)?, draft_of(&at)?, Some((&here, vertex)))?;
        answer["ms"] = json!(begun.elapsed().as_secs_f64() * 1000.0);
        Ok(Json(answer))
    })
    .await
}

/// What the engine would play with a draft, and why the pattern matches or not, before anything is saved.
async fn try_draft(Shared(studio): Shared<Arc<Studio>>, Body(at): Body<At>) -> Answer {
    work(move || {
        let state = studio.state();
        let here = studio.position(&at.place)?;
        let next = draft::overlay(texts(&state)?, draft_of(&at)?)?;
        let set: &PatternSet = next.set.as_ref().ok_or("the draft has errors".to_string())?;
        let version = studio.next_version();
        let mut seat = locked(&studio.trial);
        let answer = seat.ask(&studio.settings, (version, set), &here, |session| {
            let mut found = answers::candidates(session, &here);
            if at.pattern.is_some() {
                found["why"] = question(&at, at.database.clone(), &here)
                    .and_then(|q| answers::why(session, &q))
                    .unwrap_or_else(|e| json!({ "error": e }));
            }
            found
        })?;
        Ok(Json(answer))
    })
    .await
}

async fn save_draft(Shared(studio): Shared<Arc<Studio>>, Body(at): Body<At>) -> Answer {
    work(move || {
        let state = studio.state();
        draft::save(texts(&state)?, draft_of(&at)?)?;
        changes::take_up(&studio);
        Ok(Json(json!({ "version": studio.state().version })))
    })
    .await
}

async fn begin(Shared(studio): Shared<Arc<Studio>>, Body(_): Body<At>) -> Answer {
    work(move || {
        studio.begin_database().map_err(|e| Failure::new(StatusCode::CONFLICT, e))?;
        changes::take_up(&studio);
        Ok(Json(studio.summary(&studio.state())))
    })
    .await
}

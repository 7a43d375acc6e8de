//! A browser without a screen, driven over the DevTools protocol by a pipe: JSON texts that end in a zero byte.

use std::cell::Cell;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// How long something on the page may take: the machine may be busy with other things.
const PATIENCE: Duration = Duration::from_secs(60);

/// A browser with one page.
pub(crate) struct Browser {
    child: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
    session: String,
    number: Cell<u64>,
}

impl Browser {
    /// Starts `program` with its own folder for what it keeps.
    pub(crate) fn start(program: &Path, folder: &Path, size: [u32; 2], dark: bool) -> Browser {
        // The browser reads commands from file 3 and answers on file 4.
        let script = "exec \"$0\" \"$@\" 3<&0 4>&1 0</dev/null 1>&2";
        let mut command = Command::new("sh");
        command.args(["-c", script]).arg(program).args([
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--no-first-run",
            "--remote-debugging-pipe",
            "--hide-scrollbars",
            "--lang=en",
        ]);
        command.arg(format!("--user-data-dir={}", folder.display()));
        command.arg(format!("--window-size={},{}", size[0], size[1]));
        if dark {
            command.arg("--force-dark-mode");
        }
        command.arg("about:blank");
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().expect("the browser starts");
        let to = child.stdin.take().expect("a pipe");
        let from = BufReader::new(child.stdout.take().expect("a pipe"));
        let session = String::new();
        let mut browser = Browser { child, to, from, session, number: Cell::new(0) };
        let target = browser.ask("Target.createTarget", &json!({ "url": "about:blank" }));
        let id = &target["targetId"];
        let attached =
            browser.ask("Target.attachToTarget", &json!({ "targetId": id, "flatten": true }));
        browser.session = attached["sessionId"].as_str().expect("a session").to_string();
        let (width, height) = (size[0], size[1]);
        let metrics =
            json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        browser.ask("Emulation.setDeviceMetricsOverride", &metrics);
        browser
    }

    /// A command and its answer. Events in between are passed by.
    pub(crate) fn ask(&mut self, method: &str, parameters: &Value) -> Value {
        let number = self.number.get() + 1;
        self.number.set(number);
        let mut message = json!({ "id": number, "method": method, "params": parameters });
        if !self.session.is_empty() {
            message["sessionId"] = json!(self.session);
        }
        let mut bytes = message.to_string().into_bytes();
        bytes.push(0);
        self.to.write_all(&bytes).and_then(|()| self.to.flush()).expect("the browser listens");
        loop {
            let mut answer = Vec::new();
            self.from.read_until(0, &mut answer).expect("the browser answers");
            assert_eq!(answer.pop(), Some(0), "the browser has ended");
            let answer: Value = serde_json::from_slice(&answer).expect("JSON");
            if answer["id"] == number {
                assert!(answer["error"].is_null(), "{method}: {answer}");
                return answer["result"].clone();
            }
        }
    }

    /// The value of an expression on the page.
    pub(crate) fn value(&mut self, expression: &str) -> Value {
        let asked =
            json!({ "expression": expression, "returnByValue": true, "awaitPromise": true });
        let answer = self.ask("Runtime.evaluate", &asked);
        assert!(answer["exceptionDetails"].is_null(), "{expression}: {answer}");
        answer["result"]["value"].clone()
    }

    /// Waits until an expression is true; how long that took.
    #[track_caller]
    pub(crate) fn wait(&mut self, expression: &str) -> Duration {
        let begun = Instant::now();
        while self.value(&format!("Boolean({expression})")) != true {
            if begun.elapsed() > PATIENCE {
                let trouble = self.value("document.getElementById('trouble')?.textContent");
                let said = self.value("document.body.innerText");
                panic!("never: {expression}\n{trouble}\n{said}");
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        begun.elapsed()
    }

    /// Presses a key with its modifiers (2 for Ctrl, 8 for Shift).
    pub(crate) fn key(&mut self, key: &str, modifiers: u32) {
        let single = key.chars().count() == 1 && modifiers & 2 == 0;
        let mut down = json!({ "type": "keyDown", "key": key, "modifiers": modifiers });
        if single {
            down["text"] = json!(key);
        }
        if key == "Enter" {
            down["text"] = json!("\r");
        }
        self.ask("Input.dispatchKeyEvent", &down);
        self.ask(
            "Input.dispatchKeyEvent",
            &json!({ "type": "keyUp", "key": key, "modifiers": modifiers }),
        );
    }

    /// Clicks in the middle of the element that a selector finds.
    #[track_caller]
    pub(crate) fn click(&mut self, selector: &str) {
        let quoted = json!(selector).to_string();
        self.wait(&format!("document.querySelector({quoted})"));
        let find = format!(
            "(() => {{ const e = document.querySelector({quoted}); if (!e) return null; \
             e.scrollIntoView({{block: 'center'}}); \
             const b = e.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; }})()"
        );
        // Answers that come in move what is there: it is pressed where it has come to rest.
        let mut place = self.value(&find);
        for _ in 0..100 {
            std::thread::sleep(Duration::from_millis(50));
            let before = std::mem::replace(&mut place, self.value(&find));
            if place == before && !place.is_null() {
                break;
            }
        }
        for kind in ["mousePressed", "mouseReleased"] {
            let event = json!({ "type": kind, "x": place[0], "y": place[1], "button": "left", "clickCount": 1 });
            self.ask("Input.dispatchMouseEvent", &event);
        }
    }

    /// Goes to an address.
    pub(crate) fn open(&mut self, address: &str) {
        self.ask("Page.navigate", &json!({ "url": address }));
    }

    /// A picture of what is seen, as PNG in base 64.
    pub(crate) fn picture(&mut self) -> String {
        let picture = self.ask("Page.captureScreenshot", &json!({ "format": "png" }));
        picture["data"].as_str().expect("a picture").to_string()
    }

    /// What a screen reader is offered: role and name of every node that is not passed by.
    pub(crate) fn accessible(&mut self) -> Vec<(String, String)> {
        let tree = self.ask("Accessibility.getFullAXTree", &json!({}));
        let nodes = tree["nodes"].as_array().expect("nodes").iter();
        let text = |v: &Value| v["value"].as_str().unwrap_or("").to_string();
        nodes
            .filter(|n| n["ignored"] != true)
            .map(|n| (text(&n["role"]), text(&n["name"])))
            .collect()
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

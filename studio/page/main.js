// The page: what is shown, keys, events. Parts: board (what stands where), evidence (what is known of it), library (what
// there is), editor (one pattern). Whatever is known comes from the server.

import {get, listen, post, superseded} from './server.js';
import {Board} from './board.js';
import {showCandidates, showChanges, showVertex, showWhy, element} from './evidence.js';
import {Library} from './library.js';
import {Editor} from './editor.js';

const $ = id => document.getElementById(id);

/** What the page shows; the address of the page holds the first part of it. */
const shown = {
  record: null, size: 19, number: 0, extra: [], vertex: null, layer: '',
  position: null, candidates: null, dots: null, marks: null, layerSpots: null, databases: null, played: [], why: null,
};

const place = () => ({record: shown.record, size: shown.record ? null : shown.size,
  number: shown.record ? shown.number : null, extra: shown.extra});

function trouble(e) {
  if (e && superseded(e)) return;
  $('trouble').hidden = !e;
  $('trouble').textContent = e ? e.message : '';
}

const say = text => { $('said').textContent = text; };

const board = new Board($('board'), (vertex, how) => how === 'play' ? play(vertex) : look(vertex), vertex => {
  const cell = document.querySelector(`[data-vertex="${vertex}"]`);
  say(cell?.getAttribute('aria-label') ?? vertex);
});

function draw() {
  const p = shown.position;
  if (!p) return;
  board.draw({
    size: p.size, stones: p.stones, last: p.last, chosen: shown.vertex, dots: shown.dots?.moves,
    candidates: (shown.candidates?.candidates ?? []).slice(0, 9).map(c => c.at),
    layer: shown.layer ? shown.layerSpots : null, watched: shown.marks?.watched, differs: shown.marks?.differs,
  });
  const total = p.record.length;
  $('number').value = p.number; $('number').max = total;
  $('of').textContent = `of ${total}`;
  const on = shown.extra.length ? `, ${shown.extra.length} played on` : '';
  const side = p.toMove === 'B' ? 'Black' : 'White';
  $('position-title').textContent =
    `${shown.record ?? 'New game'}: move ${p.number}${on}, ${side} to move`;
}

function remember() {
  const state = new URLSearchParams();
  for (const key of ['record', 'number', 'vertex', 'layer']) if (shown[key]) state.set(key, shown[key]);
  if (shown.extra.length) state.set('extra', shown.extra.join(','));
  if (!shown.record) state.set('size', shown.size);
  if (editor.pattern) { state.set('database', editor.database); state.set('pattern', editor.pattern); }
  history.replaceState(null, '', '#' + state);
}

function recall() {
  const state = new URLSearchParams(location.hash.slice(1));
  shown.record = state.get('record');
  shown.size = Number(state.get('size')) || 19;
  shown.number = Number(state.get('number')) || 0;
  shown.vertex = state.get('vertex');
  shown.layer = state.get('layer') ?? '';
  shown.extra = state.get('extra')?.split(',') ?? [];
  return [state.get('database'), state.get('pattern')];
}

/** How often another position was asked for: answers about those before it come too late. */
let turns = 0;

/** Shows the position anew: the board at once, what is known of it as it comes. */
async function refresh() {
  const turn = ++turns;
  let found;
  try { found = await post('position', {place: place()}, 'position'); } catch (e) {
    return turn === turns ? trouble(e) : undefined;
  }
  if (turn !== turns) return;
  shown.position = found;
  trouble(null);
  shown.number = shown.position.number;
  Object.assign(shown, {candidates: null, layerSpots: null, marks: null});
  remember();
  draw();
  for (const w of shown.position.warnings) trouble({message: `${shown.record}: ${w}`});
  await evidence();
}

/** What databases and engine say of the position. */
async function evidence() {
  $('candidates-state').textContent = 'thinking …';
  const at = {place: place()}, turn = turns;
  const parts = [
    post('matches', at, 'matches').then(found => {
      if (turn !== turns) return;
      shown.dots = found;
      draw();
    }),
    post('candidates', at, 'candidates').then(found => {
      if (turn !== turns) return;
      shown.candidates = found;
      $('candidates-state').textContent = `${found.candidates.length === 1 ? '1 move' : `${found.candidates.length} moves`}, ${Math.round(found.ms)} ms`;
      showCandidates($('candidates'), found, {look, pattern: openNamed});
      draw();
    }),
  ];
  if (shown.layer) parts.push(layer());
  if (shown.vertex) parts.push(vertexInfo());
  if (editor.pattern) parts.push(editor.check());
  for (const done of await Promise.allSettled(parts)) if (done.status === 'rejected') trouble(done.reason);
}

async function layer() {
  if (!shown.layer) { $('legend').replaceChildren(); shown.layerSpots = null; return draw(); }
  const turn = turns;
  const found = await post('layer', {place: place(), layer: shown.layer}, 'layer');
  if (turn !== turns) return;
  shown.layerSpots = found.spots;
  const key = found.key.map(([label, tint, text]) => {
    return element('li', {}, element('span', {class: `swatch is-${tint}`}, label || ' '), ` ${text}`);
  });
  const table = element('details', {}, element('summary', {}, 'table'), element('pre', {}, found.table.join('\n')));
  $('legend').replaceChildren(element('p', {}, found.title), element('ul', {class: 'legend'}, ...key),
    ...(found.table.length ? [table] : []));
  draw();
}

async function vertexInfo() {
  $('vertex-title').textContent = `${shown.vertex} …`;
  const turn = turns, vertex = shown.vertex;
  const found = await post('at', {place: place(), vertex}, 'at');
  if (turn !== turns || vertex !== shown.vertex) return;
  const candidate = shown.candidates?.candidates.findIndex(c => c.at === shown.vertex);
  showVertex($('vertex'), $('vertex-title'), shown.vertex, found, {why, mark, open, candidate});
  if (shown.why && shown.why.vertex === shown.vertex) await why(shown.why.database, shown.why.pattern, false);
}

/** Looks at a vertex: what matches there. */
async function look(vertex) {
  shown.vertex = vertex; shown.marks = null;
  remember();
  draw();
  try { await vertexInfo(); trouble(null); } catch (e) { trouble(e); }
}

/** Why a pattern matches at the vertex, or not. */
async function why(database, pattern, asked = true) {
  shown.why = {database, pattern, vertex: shown.vertex};
  const question = {place: place(), pattern, database, vertex: shown.vertex};
  try {
    showWhy($('why'), $('why-title'), await post('why', question, 'why'), open);
    if (asked) trouble(null);
  } catch (e) { trouble(e); }
}

/** Marks the vertices of a match, or those that differ. */
function mark(watched, differs) {
  shown.marks = watched || differs ? {watched, differs} : null;
  draw();
}

const open = (database, pattern) => editor.open(database, pattern).then(remember);
const openNamed = (pattern, database) => open(database, pattern);

function step(by) {
  if (!shown.position) return;
  const to = Math.max(0, Math.min(shown.position.record.length, shown.number + by));
  if (to === shown.number && !shown.extra.length) return;
  Object.assign(shown, {number: to, extra: [], played: []});
  showPlayed();
  return refresh();
}

/** Plays at a vertex, and lets the engine answer if that is wanted. */
async function play(vertex) {
  const move = `${shown.position.toMove} ${vertex}`;
  const before = shown.extra;
  shown.extra = [...shown.extra, move];
  try { shown.position = await post('position', {place: place()}); } catch (e) {
    shown.extra = before;
    return trouble(e);
  }
  shown.played.push({move, by: 'you'});
  showPlayed();
  if ($('answers').checked) await genmove(); else await refresh();
}

async function genmove() {
  $('candidates-state').textContent = 'the engine thinks …';
  let found;
  try { found = await post('play', {place: place()}, 'candidates'); } catch (e) { return trouble(e); }
  const best = found.candidates.find(c => c.at === found.move);
  shown.played.push({move: `${found.color} ${found.move}`, by: 'engine', best});
  if (found.move !== 'resign') shown.extra = [...shown.extra, `${found.color} ${found.move}`];
  showPlayed();
  say(`the engine plays ${found.move}`);
  await refresh();
}

function showPlayed() {
  const lines = shown.played.slice().reverse().map(({move, by, best}) => {
    const because = best ? `: ${best.value} = ${best.parts.map(p => p.join(' ')).join(', ')}; ${best.reasons.join('; ')}` : '';
    const what = move.endsWith('resign') ? 'resigns' : move.endsWith('pass') ? 'passes' : `plays ${move.split(' ')[1]}`;
    return element('li', {}, `${by === 'you' ? 'you' : 'the engine'} (${move[0]}) ${what}${because}`);
  });
  $('played').replaceChildren(...(lines.length ? [element('ol', {reversed: ''}, ...lines)] : []));
}

function takeBack() {
  if (!shown.extra.length) return;
  shown.extra = shown.extra.slice(0, -1);
  shown.played.pop();
  showPlayed();
  return refresh();
}

async function newGame(size) {
  Object.assign(shown, {record: null, size: Number(size), number: 0, extra: [], played: [], vertex: null});
  showPlayed();
  await refresh();
}

const library = new Library({
  record: name => { Object.assign(shown, {record: name, number: 0, extra: [], played: []}); showPlayed(); return refresh(); },
  pattern: open,
});

const editor = new Editor({
  place, vertex: () => shown.vertex, trouble, mark, remember, why, say,
  reload: () => library.patterns(),
});

function tellDatabases(state) {
  shown.databases = state;
  const patterns = state.databases.reduce((sum, d) => sum + d.patterns, 0);
  const old = state.playing !== state.version ? '; the engine plays with the last ones without errors' : '';
  const ms = state.ms === undefined ? '' : `, read in ${Math.round(state.ms)} ms`;
  $('databases').textContent = `${patterns} patterns${state.editable ? '' : ' (compiled in)'}, ${state.errors} errors, ` +
    `${state.warnings} warnings${ms}${old}${state.problem ? `; ${state.problem}` : ''}`;
  $('begin').hidden = state.editable;
  $('new-pattern').disabled = !state.editable;
  const into = $('new-in'), chosen = into.value;
  into.replaceChildren(...state.databases.map(d => new Option(d.name)));
  const usual = state.databases.find(d => d.name === chosen) ?? state.databases.find(d => d.stage === 'movegen');
  if (usual) into.value = usual.name;
  into.disabled = !state.editable;
}

async function event(e) {
  if (e.kind === 'databases') {
    tellDatabases(e);
    await Promise.all([evidence(), library.patterns(), editor.fileChanged()]);
  } else if (e.kind === 'changes') showChanges($('changes'), e.changes, n => step(n - shown.number));
  else if (e.kind === 'record') await refresh();
  else if (e.kind === 'records') await library.records();
  else if (e.kind === 'gone') trouble({message: 'the folder of the studio is gone'});
  else if (e.kind === 'hello' || e.kind === 'behind') {
    tellDatabases({...await get('state')});
    if (lost) { lost = false; trouble(null); await evidence(); }
  }
}

let lost = false;

const keys = {
  ArrowLeft: () => step(-1), ArrowRight: () => step(1), p: () => step(-1), n: () => step(1),
  PageUp: () => step(-10), PageDown: () => step(10), Home: () => step(-1000), End: () => step(1000),
  b: () => board.focus(), '/': () => $('pattern-filter').focus(), r: () => $('records').focus(),
  c: () => focusFirst($('candidates')), e: () => editor.focus(), w: () => focusFirst($('why'), $('right')),
  l: () => { const s = $('layer'); s.selectedIndex = (s.selectedIndex + 1) % s.options.length; s.dispatchEvent(new Event('change')); },
  g: genmove, u: takeBack, '?': () => $('help').click(),
};

function focusFirst(part, otherwise = part) {
  const first = part.querySelector('button, a, [tabindex="0"]');
  if (first) first.focus(); else { otherwise.tabIndex = -1; otherwise.focus(); }
}

document.addEventListener('keydown', e => {
  if (e.key === 'F6') {
    const parts = ['left', 'centre', 'right', 'editor'].map($);
    const now = parts.findIndex(part => part.contains(document.activeElement));
    parts[(now + (e.shiftKey ? 3 : 1) + (now < 0 && e.shiftKey ? 1 : 0)) % 4].focus();
    return e.preventDefault();
  }
  if ((e.ctrlKey || e.metaKey) && e.key === 's') { e.preventDefault(); return void editor.save(); }
  if (e.key === 'F8') { e.preventDefault(); return editor.nextFinding(); }
  if (e.ctrlKey || e.altKey || e.metaKey) return;
  const target = e.target;
  if (e.key === 'Escape' && target.blur) return target.blur();
  const inField = target.matches('input, textarea, select, [role=listbox]') || target.closest('#diagram, #labels');
  // A listbox has its own arrows and letters stay with the field that one types into.
  if (inField) return;
  const does = keys[e.key];
  if (does) { e.preventDefault(); does(); }
});

$('steps').addEventListener('click', e => { const by = e.target.dataset.step; if (by) step(Number(by)); });
$('number').addEventListener('change', e => step(Number(e.target.value) - shown.number));
$('layer').addEventListener('change', async e => {
  shown.layer = e.target.value; remember();
  try { await layer(); } catch (error) { trouble(error); }
});
$('genmove').addEventListener('click', genmove);
$('pass').addEventListener('click', () => play('pass'));
$('undo').addEventListener('click', takeBack);
$('size').addEventListener('change', e => { if (e.target.value) newGame(e.target.value); e.target.value = ''; });
$('help').addEventListener('click', () => {
  $('keys').hidden = !$('keys').hidden;
  $('help').setAttribute('aria-expanded', !$('keys').hidden);
});
$('new-pattern').addEventListener('click', () => editor.begin());
$('begin').addEventListener('click', async () => {
  try { tellDatabases(await post('begin', {place: {}})); await library.patterns(); trouble(null); } catch (e) { trouble(e); }
});
addEventListener('beforeunload', e => { if (editor.dirty()) e.preventDefault(); });

async function start() {
  const state = await get('state');
  $('folder').textContent = state.dir;
  for (const name of state.layers) $('layer').append(new Option(name));
  tellDatabases(state);
  const [database, pattern] = recall();
  $('layer').value = shown.layer;
  await Promise.all([library.records(), library.patterns()]);
  if (!shown.record && !location.hash && library.first()) shown.record = library.first();
  listen(event, () => { if (!lost) { lost = true; trouble({message: 'the studio does not answer: is it still running?'}); } });
  await refresh();
  if (pattern) await open(database, pattern);
  showChanges($('changes'), await get('changes'), n => step(n - shown.number));
  document.body.dataset.ready = 'yes';
}

start().catch(trouble);

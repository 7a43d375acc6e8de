// One pattern: its diagrams as grids, its values as fields, its text. Every change is a change of the text, which the
// server reads again; the file is written when somebody saves, and only then.

import {post, superseded} from './server.js';
import {element} from './evidence.js';

const $ = id => document.getElementById(id);

/** What a cell of the main diagram can hold, with words for screen readers. */
const SYMBOLS = {
  '.': 'empty', o: 'empty or O', O: 'O, who matches', x: 'empty or X', X: 'X, the other', '?': 'anything',
  '*': 'the move', '!': 'empty, told to the reader of matches', ',': 'empty, marked', Q: 'O, the anchor', Y: 'X, the anchor',
};

/** Text with the line ends that a text field gives back. */
const lines = text => text.replace(/\r\n?/g, '\n');

const cellClass = ch => ({'?': 'ch-any', '*': 'ch-move'})[ch] ?? (/[OXoxQY]/.test(ch) ? `ch-${ch}` : '');

export class Editor {
  constructor(page) {
    this.page = page; this.draft = null; this.base = ''; this.database = null; this.pattern = null;
    this.brush = '.'; this.past = []; this.future = []; this.saving = false; this.checked = null; this.finding = -1;
    for (const [ch, words] of Object.entries(SYMBOLS)) {
      $('palette').append(element('button', {type: 'button', 'data-brush': ch, 'aria-pressed': ch === '.', title: words,
        'aria-label': `paint ${words}`, onclick: () => this.choose(ch)}, ch));
    }
    for (const which of ['diagram', 'labels']) this.wire(which);
    $('text').addEventListener('input', () => this.set($('text').value, false));
    $('save').addEventListener('click', () => this.save());
    $('try').addEventListener('click', () => this.try());
    $('revert').addEventListener('click', () => this.set(this.base));
    $('resize').addEventListener('click', e => {
      const {grow, shrink} = e.target.dataset;
      if (grow) this.resize(grow, true); else if (shrink) this.resize(shrink, false);
    });
    $('copy-labels').addEventListener('click', () => this.copyLabels());
    $('editor').addEventListener('keydown', e => {
      if (!(e.ctrlKey || e.metaKey)) return;
      if (e.key === 'z' && !e.shiftKey) this.travel(this.past, this.future);
      else if (e.key === 'y' || e.key === 'Z' || e.key === 'z') this.travel(this.future, this.past);
      else return;
      e.preventDefault();
    });
  }

  dirty() { return this.draft !== null && this.draft.text !== this.base; }

  focus() {
    const cell = $('diagram').querySelector('[tabindex="0"]');
    (cell ?? $('editor')).focus();
  }

  /** Opens a pattern of a database as it is in its file. */
  async open(database, pattern) {
    if (this.dirty() && !confirm(`Give up the changes of ${this.pattern}?`)) return;
    try { this.take(await post('pattern', {place: {}, database, pattern}), pattern); } catch (e) { return this.page.trouble(e); }
    await this.check();
  }

  /** Begins a new pattern in the chosen database. */
  async begin() {
    if (this.dirty() && !confirm(`Give up the changes of ${this.pattern}?`)) return;
    const database = $('new-in').value;
    let found;
    try { found = await post('new', {place: {}, database}); } catch (e) { return this.page.trouble(e); }
    this.take(found, /Pattern\s+(\S+)/.exec(found.draft.text)?.[1]);
    this.base = '';
    await this.check();
    this.focus();
  }

  take(found, pattern) {
    found.draft.text = lines(found.draft.text);
    Object.assign(this, {draft: found.draft, base: found.draft.text, database: found.database, pattern});
    Object.assign(this, {past: [], future: []});
    $('editor-body').hidden = false;
    $('text').value = this.draft.text;
    $('tried').replaceChildren();
    this.page.remember();
  }

  /** Puts another text in place; `write` says whether the text field has to follow. */
  set(text, write = true) {
    if (!this.draft || text === this.draft.text) return;
    this.past.push(this.draft.text);
    this.future = [];
    this.put(text, write);
  }

  put(text, write = true) {
    this.draft.text = text;
    if (write) $('text').value = text;
    this.check().catch(e => this.page.trouble(e));
  }

  travel(from, to) {
    if (!from.length) return;
    to.push(this.draft.text);
    this.put(from.pop());
  }

  replace(start, end, text) {
    const old = this.draft.text;
    this.set(old.slice(0, start) + text + old.slice(end));
  }

  /** Has the text read: diagrams, findings, where it matches. */
  async check() {
    if (!this.draft) return;
    this.state();
    const begun = performance.now(), {text, hash} = this.draft;
    const asked = {place: this.page.place(), vertex: this.page.vertex(), draft: this.draft};
    let found;
    try { found = await post('draft', asked, 'draft'); } catch (e) {
      if (superseded(e)) return;
      // A file that this page has written, or has read since then, has not changed behind its back.
      if (e.status === 409) return this.saving || this.draft.hash !== hash ? undefined : this.conflict();
      throw e;
    }
    // What was typed since then has been asked about, too.
    if (this.draft.text !== text) return;
    this.checked = found;
    this.ms = performance.now() - begun;
    this.draw(found);
  }

  state(text = '') {
    $('editor-title').textContent = this.draft ? `${this.pattern} of ${this.database}${this.dirty() ? ' (not saved)' : ''}` :
      'No pattern';
    $('editor-state').textContent = text;
  }

  draw(found) {
    this.pattern = this.start() ? found.name ?? this.pattern : this.pattern;
    const errors = found.findings.filter(f => f.severity === 'error').length;
    const elsewhere = found.elsewhere ? `, ${found.elsewhere} new errors elsewhere` : '';
    this.state(`${this.draft.file}: ${errors ? `${errors} errors` : 'no errors'}${elsewhere}; read in ${Math.round(this.ms)} ms`);
    this.grid('diagram', found.diagram);
    this.grid('labels', found.labels);
    // With edges drawn, rows and columns are changed in the text.
    $('resize').hidden = !found.diagram?.rows.length || Object.values(found.diagram.edges).some(Boolean);
    $('copy-labels').hidden = !found.copy || found.labels?.rows.length > 0;
    this.values(found.colon);
    this.findings(found.findings);
    this.places(found.places);
    $('aloud').textContent = found.aloud ?? 'It has errors.';
  }

  /** Whether the draft is of a pattern that is in no file so far. */
  start() { return this.draft.start === this.draft.end; }

  grid(which, diagram) {
    const root = $(which), rows = diagram?.rows ?? [];
    const focused = root.contains(document.activeElement) ? document.activeElement.dataset : null;
    const keep = focused ? [focused.row, focused.col] : [root.dataset.row ?? 0, root.dataset.col ?? 0];
    const width = Math.max(0, ...rows.map(row => row.length));
    const main = this.checked?.diagram?.rows ?? [];
    const cells = element('div', {class: 'cells'});
    for (const [side, drawn] of Object.entries(diagram?.edges ?? {})) if (drawn) cells.classList.add(side);
    cells.style.gridTemplateColumns = `repeat(${width}, 30px)`;
    rows.forEach((row, r) => {
      const line = element('div', {role: 'row'});
      row.forEach(([ch, offset], c) => {
        const words = which === 'labels' && main[r]?.[c]?.[0] !== ch ? `label ${ch}` : SYMBOLS[ch] ?? ch;
        const wrong = this.checked.findings.find(f => f.start <= offset && offset < f.end);
        const cell = element('div', {role: 'gridcell', tabindex: -1, 'data-row': r, 'data-col': c, 'data-offset': offset,
          'data-char': ch, 'aria-label': `row ${r + 1}, column ${c + 1}: ${words}${wrong ? `; ${wrong.message}` : ''}`},
        element('span', {class: cellClass(ch), 'aria-hidden': true}, ch));
        if (wrong) cell.classList.add('found');
        line.append(cell);
      });
      cells.append(line);
    });
    root.replaceChildren(...(rows.length ? [cells] : []));
    const at = root.querySelector(`[data-row="${keep[0]}"][data-col="${keep[1]}"]`) ?? root.querySelector('[role=gridcell]');
    at?.setAttribute('tabindex', 0);
    if (focused) at?.focus();
  }

  choose(ch) {
    this.brush = ch;
    for (const b of $('palette').children) b.setAttribute('aria-pressed', b.dataset.brush === ch);
  }

  paint(cell, ch) {
    if (cell.dataset.char === ch) return;
    const offset = Number(cell.dataset.offset);
    this.replace(offset, offset + cell.dataset.char.length, ch);
  }

  /** Keys and mouse on a diagram: the main one is painted with the brush, labels are dragged. */
  wire(which) {
    const root = $(which);
    let dragged = null, painting = false;
    const cellOf = e => e.target.closest('[role=gridcell]');
    root.addEventListener('pointerdown', e => {
      const cell = cellOf(e);
      if (!cell) return;
      this.hold(root, cell);
      if (which === 'labels') { dragged = cell; return; }
      painting = true;
      this.paint(cell, this.brush);
    });
    root.addEventListener('pointerover', e => {
      const cell = cellOf(e);
      // The text field is the truth while cells are on their way: painting waits for the next answer.
      if (painting && cell && e.buttons) this.paint(cell, this.brush);
    });
    root.addEventListener('pointerup', e => {
      const cell = cellOf(e);
      if (dragged && cell && cell !== dragged) this.dragLabel(dragged, cell);
      dragged = null;
    });
    document.addEventListener('pointerup', () => { painting = false; dragged = null; });
    root.addEventListener('keydown', e => {
      const cell = cellOf(e);
      if (!cell || e.ctrlKey || e.altKey || e.metaKey) return;
      const steps = {ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1]};
      const known = which === 'labels' ? /^[A-Za-z.?*!,]$/ : /^[.oOxX?*!,QY]$/;
      if (steps[e.key]) {
        const [down, right] = steps[e.key];
        const next = root.querySelector(`[data-row="${Number(cell.dataset.row) + down}"][data-col="${Number(cell.dataset.col) + right}"]`);
        if (next) this.hold(root, next);
      } else if (e.key === 'Enter' || e.key === ' ') {
        if (which === 'diagram') this.paint(cell, this.brush);
      } else if (known.test(e.key)) this.paint(cell, e.key);
      else return;
      e.preventDefault();
      e.stopPropagation();
    });
  }

  hold(root, cell) {
    root.querySelector('[tabindex="0"]')?.setAttribute('tabindex', -1);
    cell.setAttribute('tabindex', 0);
    root.dataset.row = cell.dataset.row; root.dataset.col = cell.dataset.col;
    cell.focus();
    this.page.say(cell.getAttribute('aria-label'));
  }

  /** Moves a label to another cell: in its old place stands what the main diagram shows there. */
  dragLabel(from, to) {
    const main = this.checked.diagram.rows[from.dataset.row]?.[from.dataset.col]?.[0] ?? '.';
    const label = from.dataset.char;
    if (label === main) return;
    const put = (cell, ch) => [Number(cell.dataset.offset), Number(cell.dataset.offset) + cell.dataset.char.length, ch];
    this.edit([put(from, main), put(to, label)]);
  }

  /** Adds a row or column of `?` at a side of both diagrams, or takes one away. */
  resize(side, grow) {
    const {diagram, labels} = this.checked;
    const edits = [];
    for (const {rows} of [diagram, labels].filter(d => d?.rows.length)) {
      const end = ([ch, offset]) => offset + ch.length;
      if (side === 'west' || side === 'east') {
        if (!grow && rows[0].length < 2) return;
        for (const row of rows) {
          const cell = side === 'west' ? row[0] : row[row.length - 1];
          const at = side === 'west' ? cell[1] : end(cell);
          edits.push(grow ? [at, at, '?'] : [cell[1], end(cell), '']);
        }
      } else {
        if (!grow && rows.length < 2) return;
        const [first, last] = [rows[0], rows[rows.length - 1]];
        const line = '?'.repeat(first.length);
        const tail = row => end(row[row.length - 1]);
        if (grow) edits.push(side === 'north' ? [first[0][1], first[0][1], `${line}\n`] : [tail(last), tail(last), `\n${line}`]);
        else edits.push(side === 'north' ? [first[0][1], rows[1][0][1], ''] : [tail(rows[rows.length - 2]), tail(last), '']);
      }
    }
    this.edit(edits);
  }

  /** Replaces parts of the text: start, end, and what comes there. */
  edit(edits) {
    let text = this.draft.text;
    for (const [start, end, now] of edits.sort((a, b) => b[0] - a[0])) text = text.slice(0, start) + now + text.slice(end);
    this.set(text);
  }

  copyLabels() {
    const end = this.checked.afterColon;
    const text = this.draft.text, before = text.slice(0, end).trimEnd();
    this.set(`${before}\n\n${this.checked.copy}\n${text.slice(end)}`);
  }

  /** Fields for class, symmetry and values; each stands for a part of the text. */
  values(colon) {
    const root = $('values');
    // Who types in a field keeps it.
    if (root.contains(document.activeElement)) { this.colon = colon; return this.refield(colon); }
    this.colon = colon;
    if (!colon) return root.replaceChildren();
    const field = (name, part) => element('label', {}, name, element('input', {value: part?.[0] ?? '', 'data-field': name,
      oninput: e => this.fieldChanged(name, e.target.value)}));
    const label = (v, i) => `${v.name}${i ? ` (${i + 1})` : ''}`;
    const parts = [];
    if (colon.symmetry) parts.push(field('symmetry', colon.symmetry));
    if (colon.class) parts.push(field('class', colon.class));
    colon.values.forEach((v, i) => v.argument && parts.push(element('span', {class: 'value'}, field(label(v, i), v.argument),
      element('button', {type: 'button', 'aria-label': `without ${v.name}`, onclick: () => this.replace(this.draft.text.lastIndexOf(',', v.start), v.end, '')}, '×'))));
    const names = element('select', {id: 'add-value', 'aria-label': 'add a value',
      onchange: e => this.replace(colon.end, colon.end, `,${e.target.value}(${e.target.selectedOptions[0].dataset.begin})`)},
    element('option', {value: ''}, 'add a value …'));
    for (const [name, takesLabel] of colon.names) names.append(element('option', {'data-begin': takesLabel ? 'a' : '1'}, name));
    if (colon.names.length) parts.push(names);
    this.order = [['symmetry', c => c.symmetry], ['class', c => c.class],
      ...colon.values.map((v, i) => [label(v, i), c => c.values[i]?.argument])];
    root.replaceChildren(...parts);
  }

  refield(colon) {
    for (const input of $('values').querySelectorAll('input')) {
      const part = colon && this.order?.find(([name]) => name === input.dataset.field)?.[1](colon);
      if (part && input !== document.activeElement) input.value = part[0];
    }
  }

  fieldChanged(name, value) {
    const part = this.colon && this.order.find(([known]) => known === name)?.[1](this.colon);
    if (!part || /[\n\r]/.test(value)) return;
    this.replace(part[1], part[2], value);
    // Until the server answers, what comes after lies elsewhere by as much.
    part[2] = part[1] + value.length;
  }

  findings(list) {
    this.finding = -1;
    const lines = list.map(f => {
      const parts = [element('button', {type: 'button', class: 'link', onclick: () => this.select(f)},
        `${f.severity} ${f.code}: ${f.message}`)];
      if (f.label) parts.push(` (${f.label})`);
      parts.push(...f.notes.map(note => element('div', {class: 'soft'}, note)));
      if (f.fix) parts.push(' ', element('button', {type: 'button', onclick: () => this.fix(f.fix)}, f.fix.message));
      return element('li', {class: f.severity}, ...parts);
    });
    $('findings').replaceChildren(...lines);
  }

  select(f) {
    const text = $('text');
    text.focus();
    text.setSelectionRange(f.start, Math.max(f.end, f.start + 1));
  }

  nextFinding() {
    const list = this.checked?.findings ?? [];
    if (!list.length) return this.page.say('no findings');
    this.finding = (this.finding + 1) % list.length;
    this.select(list[this.finding]);
    this.page.say(`${list[this.finding].severity}: ${list[this.finding].message}`);
  }

  fix(fix) { this.edit(fix.edits.slice()); }

  /** Where the pattern matches on the board that is shown, or nearly. */
  places(places) {
    const line = p => element('li', {},
      element('button', {type: 'button', class: 'link', onclick: () => this.page.mark(p.watched, p.vertices)},
        `${p.move ?? p.anchor}, O is ${p.color === 'B' ? 'Black' : 'White'}`),
      p.differences.length ? `: ${p.differences.join('; ')}` : ': the diagram matches');
    const at = this.page.vertex() ? `at ${this.page.vertex()}` : 'on this board';
    const fits = (places ?? []).filter(p => !p.differences.length).length;
    $('places').replaceChildren(...(places?.length ? [element('h3', {}, `${at}: ${fits} matches, and the nearest places`),
      element('ul', {}, ...places.map(line))] : []));
  }

  /** What the engine would play with the draft. */
  async try() {
    const vertex = this.page.vertex();
    $('tried').textContent = 'the engine thinks …';
    let found;
    try {
      found = await post('try', {place: this.page.place(), vertex, draft: this.draft, pattern: this.checked?.name,
        database: this.database}, 'try');
    } catch (e) {
      $('tried').textContent = e.message;
      return;
    }
    const list = found.candidates.slice(0, 3).map(c => element('li', {}, `${c.at} ${c.value}: ${c.reasons.slice(0, 4).join('; ')}`));
    const why = found.why?.text ? [element('pre', {}, found.why.text)] : [];
    $('tried').replaceChildren(element('p', {}, 'With this draft the engine prefers:'), element('ol', {}, ...list), ...why);
  }

  /** Writes the pattern into its file. */
  async save() {
    if (!this.draft || this.saving) return;
    this.saving = true;
    const name = this.checked?.name ?? this.pattern;
    try {
      await post('save', {place: {}, draft: this.draft});
      this.page.trouble(null);
      this.take(await post('pattern', {place: {}, database: this.database, pattern: name}), name);
      await this.check();
      this.state('saved');
    } catch (e) {
      if (e.status === 409) await this.conflict(); else this.page.trouble(e);
    } finally { this.saving = false; }
  }

  /** The databases have changed on the disk: the draft goes on from there, if the pattern is as it was. */
  async fileChanged() {
    if (!this.draft || this.saving) return;
    let found;
    try {
      const asked = {place: {}, database: this.database, pattern: this.pattern};
      found = this.start() ? await post('new', asked) : await post('pattern', asked);
    } catch (e) {
      return this.dirty() ? this.conflict() : this.state(e.message);
    }
    const {file, hash, start, end, text} = found.draft;
    if (this.start() || lines(text) === this.base) Object.assign(this.draft, {file, hash, start, end});
    else if (!this.dirty()) this.take(found, this.pattern);
    else return this.conflict();
    await this.check();
  }

  /** The file holds another text of the pattern than the draft began with: a person decides. */
  async conflict() {
    const asked = {place: {}, database: this.database, pattern: this.pattern}, {hash} = this.draft;
    let found = null;
    try { found = await post(this.start() ? 'new' : 'pattern', asked); } catch (e) { this.page.say(e.message); }
    if (this.draft.hash !== hash) return;
    const mine = this.draft.text;
    const choices = [];
    if (found) {
      choices.push(element('button', {type: 'button', onclick: () => { this.take(found, this.pattern); this.check(); }}, 'take the file’s'));
      choices.push(element('button', {type: 'button', onclick: () => {
        this.take(found, this.pattern);
        this.set(mine);
      }}, 'go on with mine'));
    }
    $('tried').replaceChildren(element('div', {class: 'conflict', role: 'alert'},
      element('p', {}, `${this.draft.file} has changed on the disk; nothing was written.`),
      element('pre', {}, found ? found.draft.text : 'The pattern is gone.'), ...choices));
  }
}


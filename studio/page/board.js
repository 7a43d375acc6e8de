// A board as SVG: a grid for screen readers, stones, marks, a cursor.

const STEP = 30, MARGIN = 26, NS = 'http://www.w3.org/2000/svg';
const LETTERS = 'ABCDEFGHJKLMNOPQRSTUVWXYZ';

export const vertexName = (row, col, size) => LETTERS[col] + (size - row);

export function place(name, size) {
  const col = LETTERS.indexOf(name[0]), row = size - Number(name.slice(1));
  return {row, col};
}

function make(tag, attributes, text) {
  const element = document.createElementNS(NS, tag);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  if (text !== undefined) element.textContent = text;
  return element;
}

const at = n => MARGIN + STEP * n;

function stars(size) {
  if (size < 7) return [];
  const edge = size > 12 ? 3 : 2, far = size - 1 - edge, middle = (size - 1) / 2;
  const points = [[edge, edge], [edge, far], [far, edge], [far, far]];
  if (size % 2) points.push([middle, middle]);
  if (size % 2 && size > 12) points.push([edge, middle], [middle, edge], [far, middle], [middle, far]);
  return points;
}

/** A board in `root`; `act(name, how)` is called for a vertex with `look` or `play`, `moved(name)` for the cursor. */
export class Board {
  constructor(root, act, moved) {
    this.root = root; this.act = act; this.moved = moved;
    this.size = 0; this.cursor = null; this.cells = new Map();
  }

  /** Draws the lines anew if the size differs. */
  resize(size) {
    if (this.size === size) return;
    this.size = size; this.cells.clear();
    const side = MARGIN * 2 + STEP * (size - 1);
    const svg = make('svg', {viewBox: `0 0 ${side} ${side}`, role: 'grid', 'aria-label': `board of ${size} by ${size}`,
      'aria-rowcount': size, 'aria-colcount': size});
    svg.append(make('rect', {class: 'wood', width: side, height: side}));
    for (let i = 0; i < size; i++) {
      svg.append(make('line', {class: 'grid-line', x1: at(0), x2: at(size - 1), y1: at(i), y2: at(i)}));
      svg.append(make('line', {class: 'grid-line', y1: at(0), y2: at(size - 1), x1: at(i), x2: at(i)}));
      svg.append(make('text', {class: 'coord', x: at(i), y: 11, 'aria-hidden': true}, LETTERS[i]));
      svg.append(make('text', {class: 'coord', x: 9, y: at(i) + 4, 'aria-hidden': true}, size - i));
    }
    for (const [row, col] of stars(size)) svg.append(make('circle', {class: 'star', r: 3.5, cx: at(col), cy: at(row)}));
    this.layers = {};
    for (const name of ['tints', 'stones', 'marks']) {
      this.layers[name] = make('g', {'aria-hidden': true});
      svg.append(this.layers[name]);
    }
    for (let row = 0; row < size; row++) {
      const line = make('g', {role: 'row'});
      for (let col = 0; col < size; col++) {
        const name = vertexName(row, col, size);
        const cell = make('g', {role: 'gridcell', tabindex: -1, 'data-vertex': name, 'aria-label': name});
        cell.append(make('rect', {class: 'cell', x: at(col) - STEP / 2, y: at(row) - STEP / 2, width: STEP, height: STEP}));
        cell.addEventListener('click', e => { this.focus(name); this.act(name, e.shiftKey ? 'play' : 'look'); });
        this.cells.set(name, cell);
        line.append(cell);
      }
      svg.append(line);
    }
    svg.addEventListener('keydown', e => this.key(e));
    this.root.replaceChildren(svg);
    this.cursor = vertexName((size - 1) >> 1, (size - 1) >> 1, size);
    this.cells.get(this.cursor).setAttribute('tabindex', 0);
  }

  focus(name = this.cursor) {
    if (!this.cells.has(name)) return;
    this.cells.get(this.cursor)?.setAttribute('tabindex', -1);
    this.cursor = name;
    const cell = this.cells.get(name);
    cell.setAttribute('tabindex', 0);
    cell.focus({preventScroll: true});
    this.moved(name);
  }

  key(e) {
    if (e.ctrlKey || e.altKey || e.metaKey) return;
    const steps = {ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1]};
    if (steps[e.key]) {
      const {row, col} = place(this.cursor, this.size);
      const [down, right] = steps[e.key], last = this.size - 1;
      const clamp = n => Math.max(0, Math.min(last, n));
      this.focus(vertexName(clamp(row + down), clamp(col + right), this.size));
    } else if (e.key === 'Enter' || e.key === ' ') this.act(this.cursor, 'look');
    else if (e.key === 'm') this.act(this.cursor, 'play');
    else if (e.key === 'Escape') e.target.blur();
    else return;
    e.preventDefault();
    e.stopPropagation();
  }

  /**
   * Draws a position: `stones` row by row as X, O and dots, `last`, `chosen`, `candidates` (names, best first),
   * `dots` (name → count), `layer` (label and tint for each vertex), `watched` and `differs` (names).
   */
  draw(view) {
    this.resize(view.size);
    const {tints, stones, marks} = this.layers;
    for (const layer of [tints, stones, marks]) layer.replaceChildren();
    const counts = new Map(view.dots ?? []);
    const ranks = new Map((view.candidates ?? []).map((name, i) => [name, i + 1]));
    for (let row = 0; row < view.size; row++) {
      for (let col = 0; col < view.size; col++) {
        const i = row * view.size + col, name = vertexName(row, col, view.size), stone = view.stones[i];
        const x = at(col), y = at(row);
        const [label, tint] = view.layer?.[i] ?? ['', ''];
        if (tint) tints.append(this.tint(tint, x, y));
        if (stone !== '.') stones.append(make('circle', {class: `stone-${stone}`, r: 13.5, cx: x, cy: y}));
        if (counts.has(name) && !ranks.has(name) && !view.layer && stone === '.') {
          marks.append(make('circle', {class: 'dot', r: 3 + Math.min(4, counts.get(name)), cx: x, cy: y}));
        }
        if (ranks.has(name) && !view.layer) {
          marks.append(make('circle', {class: 'candidate', r: 11, cx: x, cy: y}));
          marks.append(make('text', {class: 'rank', x, y: y + 4}, ranks.get(name)));
        }
        if (label) marks.append(make('text', {class: `spot on-${stone}`, x, y: y + 4}, label));
        this.cells.get(name).setAttribute('aria-label', this.words(name, stone, view, label, ranks, counts));
      }
    }
    const box = (name, kind, half) => {
      const {row, col} = place(name, view.size);
      return make('rect', {class: kind, x: at(col) - half, y: at(row) - half, width: half * 2, height: half * 2});
    };
    for (const name of view.watched ?? []) marks.append(box(name, 'watched', 14));
    for (const name of view.differs ?? []) marks.append(box(name, 'differs', 13));
    if (view.chosen) marks.append(box(view.chosen, 'chosen', 14));
    if (view.last) {
      const {row, col} = place(view.last, view.size);
      marks.append(make('circle', {class: 'last', r: 6, cx: at(col), cy: at(row)}));
    }
  }

  tint(tint, x, y) {
    const part = {black2: .6, black1: .4, white2: .6, white1: .4, black3: .8, white3: .8}[tint] ?? .96;
    const half = STEP * part / 2;
    return make('rect', {class: `tint-${tint}`, x: x - half, y: y - half, width: half * 2, height: half * 2,
      rx: tint.startsWith('white') ? half : 2});
  }

  words(name, stone, view, label, ranks, counts) {
    const words = [name, {X: 'black stone', O: 'white stone', '.': 'empty'}[stone]];
    if (view.last === name) words.push('last move');
    if (ranks.has(name)) words.push(`candidate ${ranks.get(name)}`);
    if (counts.has(name)) words.push(counts.get(name) === 1 ? '1 pattern' : `${counts.get(name)} patterns`);
    if (label) words.push(`layer: ${label}`);
    if (view.watched?.includes(name)) words.push('part of the pattern');
    if (view.differs?.includes(name)) words.push('differs from the pattern');
    return words.join(', ');
  }
}

// What there is: the records of the folder, the patterns of the databases.

import {get} from './server.js';
import {element} from './evidence.js';

/** How many lines of a list are made: who looks for one further down filters. */
const MOST = 300;

/** A list with one chosen line, for keys and screen readers. */
class List {
  constructor(root, filter, choose) {
    this.root = root; this.items = []; this.active = -1; this.choose = choose;
    root.addEventListener('keydown', e => this.key(e));
    root.addEventListener('click', e => {
      const line = e.target.closest('li');
      if (line) { this.select(Number(line.dataset.index)); this.choose(this.items[this.active]); }
    });
    filter.addEventListener('keydown', e => {
      if (e.key === 'ArrowDown' || e.key === 'Enter') { e.preventDefault(); root.focus(); this.select(0); }
    });
  }

  /** Shows items: `text` makes the words of one. */
  show(items, text) {
    this.items = items; this.active = -1;
    const lines = items.slice(0, MOST).map((item, i) =>
      element('li', {role: 'option', id: `${this.root.id}-${i}`, 'data-index': i, 'aria-selected': false}, text(item)));
    this.root.replaceChildren(...lines);
    this.root.removeAttribute('aria-activedescendant');
  }

  select(index) {
    const lines = this.root.children;
    if (!lines.length) return;
    lines[this.active]?.setAttribute('aria-selected', false);
    this.active = Math.max(0, Math.min(lines.length - 1, index));
    const line = lines[this.active];
    line.setAttribute('aria-selected', true);
    line.scrollIntoView({block: 'nearest'});
    this.root.setAttribute('aria-activedescendant', line.id);
  }

  key(e) {
    const steps = {ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10, Home: -MOST, End: MOST};
    if (e.key in steps) this.select(this.active + steps[e.key]);
    else if (e.key === 'Enter' && this.active >= 0) this.choose(this.items[this.active]);
    else return;
    e.preventDefault();
    e.stopPropagation();
  }
}

const $ = id => document.getElementById(id);

export class Library {
  constructor({record, pattern}) {
    this.names = []; this.all = [];
    this.recordList = new List($('records'), $('record-filter'), name => record(name));
    this.patternList = new List($('patterns'), $('pattern-filter'), p => pattern(p[0], p[1]));
    $('record-filter').addEventListener('input', () => this.showRecords());
    $('pattern-filter').addEventListener('input', () => this.showPatterns());
  }

  first() { return this.names[0]; }

  async records() {
    const found = await get('records');
    this.names = found.names; this.more = found.more;
    this.showRecords();
  }

  showRecords() {
    const wanted = $('record-filter').value.toLowerCase();
    this.recordList.show(this.names.filter(name => name.toLowerCase().includes(wanted)), name => name);
  }

  async patterns() {
    this.all = (await get('patterns')).patterns;
    this.showPatterns();
  }

  /** Words must all be found in name or idea; `database:` and `class:` ask for those. */
  showPatterns() {
    const words = $('pattern-filter').value.toLowerCase().split(/\s+/).filter(Boolean);
    const fits = ([database, name, file, , classes, idea]) => words.every(word => {
      const [key, value] = word.split(':');
      if (key === 'database' && value !== undefined) return database.toLowerCase().includes(value);
      if (key === 'class' && value !== undefined) return [...value].every(ch => classes.toLowerCase().includes(ch));
      return `${name} ${idea ?? ''} ${file ?? ''}`.toLowerCase().includes(word);
    });
    const found = this.all.filter(fits);
    $('pattern-count').textContent = found.length > MOST ? `${found.length} patterns, the first ${MOST} shown` :
      `${found.length} patterns`;
    this.patternList.show(found, ([database, name, , , , idea]) => `${name} (${database}) ${idea ?? ''}`);
  }
}

import {
  addFile,
  changeCode,
  deleteFile,
  deleteLine,
  deleteLines,
  type Edit,
  fixInPlace,
  insertAt,
  movePrefix,
  moveTo,
  reframe,
  renameFile,
  replaceBy,
} from '../edits.ts'
import type { LineFormat, Run } from '../formats/format.ts'
import {
  type Flaw,
  flawsIn,
  type Line,
  linesOf,
  type PlacedFlaw,
  plainLines,
  type Repository,
} from '../repository.ts'
import { lineOf } from '../subjects.ts'
import { changedArgument, commonFlaw, nameFrom, randomFlaw, reformatted } from './code.ts'
import { moveBlock, nameIn, renameName, templateFile } from './line-edits.ts'
import { inPart, isLandingExcused, type LineSnapshot, sentOf } from './line-reports.ts'
import {
  askedOfChanged,
  askedOfLine,
  canTellLine,
  equalTo,
  isLineCounted,
  isLineLinked,
} from './line-rules.ts'
import { Trees } from './trees.ts'
import { type Command, chosen, type Landing, type Pair, type World } from './world.ts'

/** Formats of scanners whose rules are called after the folder of their configuration. */
const prefixable = /^(Semgrep|SARIF with|plain findings|Bandit)/

/** A repository with several refs that are edited at random, and the scanner that reports its flaws. */
export class LineWorld implements World<Repository, LineSnapshot> {
  run: Run = {}
  readonly #format: LineFormat
  readonly #trees: Trees
  readonly #removed: { line: Line; file: number; at: number }[] = []
  readonly #predecessors = new Map<string, string>()
  #made = 0
  #prefix = ''
  #folder: string | null = null

  /** Three files of plain lines, with a flaw for each number. */
  constructor(format: LineFormat, flaws: readonly Command[]) {
    this.#format = format
    const paths = ['app/orders.py', 'app/users.py', 'app/mail/send.py']
    const state = new Map(paths.map((path, index) => [path, plainLines(`start_${index}`, 40 + 10 * index)]))
    this.#trees = new Trees(state, () => this.#number())
    for (const flaw of flaws) this.#add(flaw)
  }

  get state(): Repository {
    return this.#trees.state
  }

  prefixRules(): boolean {
    if (!prefixable.test(this.#format.name) || this.#prefix !== '') return false
    this.#prefix = 'config.rules.'
    return true
  }

  renamedFiles(): ReadonlyMap<string, string> {
    return this.#trees.renamedFiles()
  }

  split(): string | null {
    if (this.#folder !== null) return null
    const paths = flawsIn(this.state).map(({ path }) => path)
    const folder = ['app/mail', 'services'].find((each) => paths.some((path) => path.startsWith(`${each}/`)))
    this.#folder = folder ?? null
    return this.#folder
  }

  /** The plain format's list of files is one that a person writes, so that it is believed. */
  elsewhere(): Repository | null {
    const isBelieved = /^plain/.test(this.#format.name)
    return isBelieved ? null : new Map([['docs/conf.py', plainLines('conf', 8)]])
  }

  /** What the scanner reads: rules go by the ids that they have now. */
  get scanned(): Repository {
    const prefix = this.#prefix
    if (prefix === '') return this.state
    const named = ({ flaw, ...line }: Line): Line =>
      flaw ? { ...line, flaw: { ...flaw, rule: `${prefix}${flaw.rule}` } } : line
    return new Map([...this.state].map(([path, lines]) => [path, lines.map(named)]))
  }

  checkout(ref: string): void {
    this.#trees.checkout(ref)
  }

  make(ref: string, from: string): void {
    this.#trees.make(ref, from)
  }

  merge(from: string): void {
    this.#trees.merge(from)
  }

  edit(command: Command): string {
    const before = this.state
    const edit = chosen(this.#kinds, command.kind)
    edit.do(command)
    return this.state === before && !edit.isOfScanner ? `${edit.name} (nothing to do)` : edit.name
  }

  predecessorOf(truth: string): string | undefined {
    return this.#predecessors.get(truth)
  }

  snapshot(): LineSnapshot {
    return sentOf(this.#format, this.scanned, this.run, (path) => this.#trees.numberOf(path))
  }

  asks(truth: string, pair: Pair<LineSnapshot>) {
    return askedOfLine(this.#format, truth, inPart(pair, truth, this.#folder))
  }

  asksOfSuccessor(old: string, truth: string, pair: Pair<LineSnapshot>) {
    return askedOfChanged(this.#format, old, truth, inPart(pair, truth, this.#folder))
  }

  isExcused(landing: Landing<LineSnapshot>): boolean {
    return isLandingExcused(this.#format, landing)
  }

  isLinkedByRule(decided: string, on: string, pair: Pair<LineSnapshot>): boolean {
    return isLineLinked(this.#format, decided, on, pair)
  }

  isCountedInBase(truth: string, base: LineSnapshot, head: LineSnapshot): boolean {
    return isLineCounted(this.#format, truth, base, head)
  }

  canTell(old: string, truth: string, base: LineSnapshot, head: LineSnapshot): boolean {
    const { before, now } = inPart({ before: base, now: head, across: null }, truth, this.#folder)
    return before.has(old) && canTellLine(this.#format, [old, truth], before, now)
  }

  equalTo(truth: string, of: LineSnapshot, among: LineSnapshot, inFile = false): string[] {
    return equalTo(truth, of, among, inFile)
  }

  describe({ all }: LineSnapshot, truths?: ReadonlySet<string>): string[] {
    return all
      .filter(({ truth }) => truths?.has(truth) ?? true)
      .map(({ truth, rule, path, line, text }) => `${truth}: ${rule} ${path}:${line} ${text}`)
  }

  // The first one is what a failing history shrinks to.
  readonly #kinds = (
    [
      [18, 'lines inserted', (command) => this.#insert(command)],
      [8, 'lines deleted', (command) => this.#delete(command)],
      [7, 'a flaw added', (command) => this.#add(command)],
      [6, 'a common line added', (command) => this.#addCommon(command)],
      [6, 'a file added from a template', (command) => this.#addTemplate(command)],
      [7, 'a flaw fixed', (command) => this.#fix(command)],
      [7, 'an argument changed', (command) => this.#changeArgument(command)],
      [4, 'a name changed in a file', (command) => this.#renameName(command)],
      [5, 'code written otherwise', (command) => this.#reformat(command)],
      [3, 'a flaw replaced by another one of its rule', (command) => this.#replace(command)],
      [3, 'a flaw copied', (command) => this.#duplicate(command)],
      [3, 'a flaw moved in its file', (command) => this.#move(command, false)],
      [2, 'a flaw moved to another file', (command) => this.#move(command, true)],
      [2, 'lines around a flaw moved', (command) => this.#moveBlock(command)],
      [4, 'a file renamed', (command) => this.#rename(command)],
      [2, 'a folder renamed', (command) => this.#moveFolder(command)],
      [1, 'a file deleted', (command) => this.#deleteFile(command)],
      [3, 'a flaw brought back', (command) => this.#bringBack(command)],
      [2, 'the scanner upgraded', () => this.#upgrade()],
      [1, 'results in another order', () => this.#reverse()],
    ] satisfies [number, string, (command: Command) => void][]
  ).map(
    ([share, name, make]) => [share, { name, do: make, isOfScanner: /scanner|order/.test(name) }] as const,
  )

  #do(edit: Edit): void {
    this.#trees.edit(edit)
  }

  #number(): number {
    this.#made += 1
    return this.#made
  }

  #name(kind: string): string {
    return `${kind} ${this.#number()}`
  }

  #path(number: number): string {
    const paths = [...this.state.keys()]
    return paths[number % paths.length] ?? ''
  }

  #withFlaw(number: number, then: (flaw: PlacedFlaw) => void): void {
    const flaws = flawsIn(this.state)
    const flaw = flaws[number % Math.max(1, flaws.length)]
    if (flaw) then(flaw)
  }

  /** A place between two lines of a file, or behind them all. */
  #at(path: string, number: number): number {
    return 1 + (number % (linesOf(this.state, path).length + 1))
  }

  #insert({ a, b, n }: Command): void {
    const path = this.#path(a)
    const count = n % 10 === 9 ? 60 : 1 + (n % 6)
    this.#do(insertAt(path, this.#at(path, b), plainLines(this.#name('more').replace(' ', '_'), count)))
  }

  #delete({ a, b, n }: Command): void {
    const path = this.#path(a)
    const lines = linesOf(this.state, path)
    const from = b % Math.max(1, lines.length)
    let to = from
    while (to < lines.length && to - from <= n % 4 && !lines[to]?.flaw) to += 1
    if (to > from) this.#do(deleteLines(path, from + 1, to))
  }

  /** Of infrastructure each flaw is said of a resource of its own. */
  #flaw(kind: string, number: number, make: typeof randomFlaw): Flaw {
    const truth = this.#name(kind)
    return this.#ofResource(make(truth, number, this.#format.sends.secret), truth)
  }

  #ofResource(flaw: Flaw, name: string): Flaw {
    return this.#format.sends.resource ? { ...flaw, resource: `aws_s3_bucket.${nameFrom(name)}` } : flaw
  }

  #put({ a, b }: Command, flaw: Flaw, above: readonly Line[] = []): void {
    const path = this.#path(a)
    this.#do(insertAt(path, this.#at(path, b), [...above, lineOf(flaw)]))
  }

  /** Half of the flaws stand below a line that says where their first argument comes from. */
  #add(command: Command): void {
    const flaw = this.#flaw('flaw', command.n, randomFlaw)
    const [name] = /[a-z]+_[a-z]+(?=,)/.exec(flaw.code) ?? []
    const isSaid = name !== undefined && command.kind % 2 === 0 && !this.#format.sends.secret
    this.#put(command, flaw, isSaid ? [{ text: `    ${name} = source.get("${command.n}")` }] : [])
  }

  #addCommon(command: Command): void {
    this.#put(command, this.#flaw('common', command.n, commonFlaw))
  }

  #addTemplate({ a, n }: Command): void {
    const name = this.#name('service').replace(' ', '_')
    const path = n % 4 === 0 ? `services/common_${a % 3}/handler.py` : `services/${name}/handler.py`
    const flaws = [0, 1, 5].slice(0, 1 + (a % 3)).map((number) => {
      const make = number === 1 ? commonFlaw : randomFlaw
      const flaw = make('template', number, this.#format.sends.secret)
      return { ...this.#ofResource(flaw, `template ${number}`), truth: this.#name('from template') }
    })
    if (!this.state.has(path)) this.#do(addFile(path, templateFile(flaws)))
  }

  #fix({ a, n }: Command): void {
    this.#withFlaw(a, ({ truth, path, line }) => {
      const old = linesOf(this.state, path)[line - 1]
      if (old) this.#removed.push({ line: old, file: this.#trees.numberOf(path), at: line })
      this.#do(n % 2 === 0 ? fixInPlace(truth) : deleteLine(truth))
    })
  }

  #bringBack({ a }: Command): void {
    const back = this.#removed.splice(a % Math.max(1, this.#removed.length), 1)[0]
    const path = back ? this.#trees.pathOf(back.file) : null
    if (!back || path === null || !this.state.has(path)) return
    if (flawsIn(this.state).some(({ truth }) => truth === back.line.flaw?.truth)) return
    this.#do(insertAt(path, Math.min(back.at, linesOf(this.state, path).length + 1), [back.line]))
  }

  /** What it becomes is another flaw; what changes in the line of a secret around its value is not. */
  #changeArgument({ a, n }: Command): void {
    this.#withFlaw(a, (flaw) => {
      const { truth, rule, message, resource } = flaw
      if (this.#format.sends.secret) return this.#do(reframe(truth, `    ${nameFrom(`key ${n}`)} = "{}"`))
      const code = changedArgument(flaw.code, n)
      // What is said of one resource is one flaw, however it is written; the same of another one is another.
      if (resource !== undefined && n % 2 === 0) return this.#do(changeCode(truth, code))
      if (resource === undefined && code === flaw.code) return
      const changed = this.#name('changed')
      this.#predecessors.set(changed, truth)
      const other = { truth: changed, rule, message, code: resource === undefined ? code : flaw.code }
      this.#do(replaceBy(truth, this.#ofResource(other, changed)))
    })
  }

  #renameName({ a, n }: Command): void {
    this.#withFlaw(a, ({ path, code }) => {
      const name = nameIn(code, n)
      if (name !== undefined) this.#do(renameName(path, name, nameFrom(`renamed ${name} ${n}`)))
    })
  }

  #reformat({ a, n }: Command): void {
    if (this.#format.sends.secret) return
    this.#withFlaw(a, ({ truth, code }) => {
      if (n % 5 === 0) this.#do(reframe(truth, `    {}  # ${nameFrom(`comment ${n}`)}`))
      else this.#do(changeCode(truth, reformatted(code, n)))
    })
  }

  #replace({ a, n }: Command): void {
    this.#withFlaw(a, ({ truth, rule }) => {
      const secret = this.#format.sends.secret
      const name = this.#name('replacement')
      // The first number behind it that makes a flaw of the same rule.
      const others = [0, 1, 2, 3].map((more) => randomFlaw(name, n + more, secret))
      const other = others.find((each) => each.rule === rule)
      if (other) this.#do(replaceBy(truth, this.#ofResource(other, name)))
    })
  }

  #duplicate({ a, b, n }: Command): void {
    this.#withFlaw(a, ({ rule, code, message, path: own, line }) => {
      const name = this.#name('copy')
      const copy = lineOf(this.#ofResource({ truth: name, rule, code, message }, name))
      const other = n % 4 === 0
      const path = other ? this.#path(b) : own
      const near = Math.max(1, Math.min(line + (b % 31) - 15, linesOf(this.state, path).length + 1))
      this.#do(insertAt(path, other ? this.#at(path, b) : near, [copy]))
    })
  }

  #move({ a, b, n }: Command, toAnother: boolean): void {
    this.#withFlaw(a, ({ truth, path }) => {
      const to = toAnother ? this.#path(b) : path
      this.#do(moveTo(truth, to, 1 + (n % Math.max(1, linesOf(this.state, to).length))))
    })
  }

  /** Moves the lines around a flaw to another place, as when a function is moved. */
  #moveBlock({ a, b, n }: Command): void {
    this.#withFlaw(a, (flaw) => this.#do(moveBlock(flaw, this.#path(b), n)))
  }

  #rename({ a }: Command): void {
    const from = this.#path(a)
    this.#trees.rename(renameFile(from, from.replace(/[^/]*$/, `${this.#name('file').replace(' ', '_')}.py`)))
  }

  /** With the path in a message of the rule, that is reworded as well. */
  #moveFolder({ a, n }: Command): void {
    const folder = n % 2 === 0 ? 'app/' : 'app/mail/'
    if (![...this.state.keys()].some((path) => path.startsWith(folder))) return
    this.#trees.rename(movePrefix(folder, `services/${this.#name('part').replace(' ', '_')}/`))
    if (a % 3 === 0 && this.#format.sends.code) this.run = { ...this.run, reworded: !this.run.reworded }
  }

  #deleteFile({ a }: Command): void {
    if (this.state.size > 2) this.#do(deleteFile(this.#path(a)))
  }

  #upgrade(): void {
    this.run = { ...this.run, scheme: (this.run.scheme ?? 1) + 1, upgraded: true }
  }

  #reverse(): void {
    this.run = { ...this.run, reversed: !this.run.reversed }
  }
}

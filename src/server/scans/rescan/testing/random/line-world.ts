import {
  changeCode,
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
import { flawsIn, type Line, linesOf, type PlacedFlaw, plainLines, type Repository } from '../repository.ts'
import { lineOf } from '../subjects.ts'
import { changedSlightly, randomFlaw } from './code.ts'
import { isLandingExcused, type LineSnapshot, type SentOfFlaw, sentOf } from './line-reports.ts'
import { type Command, chosen, type Landing, type World } from './world.ts'

/** A repository that is edited at random, and the scanner that reports its flaws. */
export class LineWorld implements World<Repository, LineSnapshot> {
  state: Repository
  run: Run = {}
  readonly #format: LineFormat
  readonly #files = new Map<string, number>()
  readonly #removed: { line: Line; file: number; at: number }[] = []
  #made = 0

  /** Three files of plain lines, with a flaw for each number. */
  constructor(format: LineFormat, flaws: readonly Command[]) {
    this.#format = format
    const paths = ['app/orders.py', 'app/users.py', 'app/mail/send.py']
    this.state = new Map(paths.map((path, index) => [path, plainLines(`start_${index}`, 40 + 10 * index)]))
    for (const [index, path] of paths.entries()) this.#files.set(path, index)
    for (const flaw of flaws) this.#add(flaw)
  }

  edit(command: Command): void {
    chosen(this.#kinds, command.kind)(command)
  }

  truths(): string[] {
    return flawsIn(this.state).map(({ truth }) => truth)
  }

  snapshot(): LineSnapshot {
    return sentOf(this.#format, this.state, this.run, (path) => this.#files.get(path) ?? -1)
  }

  isExcused(landing: Landing<LineSnapshot>): boolean {
    return isLandingExcused(this.#format, landing)
  }

  describe({ decided, on, last, current }: Landing<LineSnapshot>): string {
    const told = (all: readonly SentOfFlaw[], files: ReadonlySet<number>) =>
      all
        .filter(({ file }) => files.has(file))
        .map(({ truth, rule, path, line, text }) => `  ${truth}: ${rule} ${path}:${line} ${text}`)
        .join('\n')
    const files = new Set(
      [...last.all, ...current.all].flatMap(({ truth, file }) =>
        truth === decided || truth === on ? [file] : [],
      ),
    )
    return `the decision on ${decided} is on ${on}\nbefore:\n${told(last.all, files)}\nnow:\n${told(current.all, files)}`
  }

  // The first one is what a failing history shrinks to.
  readonly #kinds: readonly (readonly [number, (command: Command) => void])[] = [
    [24, (command) => this.#insert(command)],
    [12, (command) => this.#delete(command)],
    [8, (command) => this.#add(command)],
    [8, (command) => this.#fix(command)],
    [8, (command) => this.#change(command)],
    [3, (command) => this.#replace(command)],
    [3, (command) => this.#duplicate(command)],
    [3, (command) => this.#move(command, false)],
    [2, (command) => this.#move(command, true)],
    [2, (command) => this.#moveBlock(command)],
    [3, (command) => this.#rename(command)],
    [1, (command) => this.#moveFolder(command)],
    [3, (command) => this.#bringBack(command)],
    [2, () => this.#upgrade()],
    [2, () => this.#reverse()],
  ]

  #do(edit: Edit): void {
    this.state = edit(this.state)
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

  #name(kind: string): string {
    this.#made += 1
    return `${kind} ${this.#made}`
  }

  #insert({ a, b, n }: Command): void {
    const path = this.#path(a)
    const count = n % 10 === 9 ? 60 : 1 + (n % 6)
    this.#do(insertAt(path, this.#at(path, b), plainLines(this.#name('more').replace(' ', '_'), count)))
  }

  #delete({ a, b, n }: Command): void {
    const path = this.#path(a)
    const lines = linesOf(this.state, path)
    const from = b % lines.length
    let to = from
    while (to < lines.length && to - from <= n % 4 && !lines[to]?.flaw) to += 1
    if (to > from) this.#do(deleteLines(path, from + 1, to))
  }

  #add({ a, b, n }: Command): void {
    const path = this.#path(a)
    const flaw = randomFlaw(this.#name('flaw'), n, this.#format.sends.secret)
    this.#do(insertAt(path, this.#at(path, b), [lineOf(flaw)]))
  }

  #fix({ a, n }: Command): void {
    this.#withFlaw(a, ({ truth, path, line }) => {
      const old = linesOf(this.state, path)[line - 1]
      if (old) this.#removed.push({ line: old, file: this.#files.get(path) ?? -1, at: line })
      this.#do(n % 2 === 0 ? fixInPlace(truth) : deleteLine(truth))
    })
  }

  #bringBack({ a }: Command): void {
    const back = this.#removed.splice(a % Math.max(1, this.#removed.length), 1)[0]
    const path = [...this.#files].find(([, file]) => file === back?.file)?.[0]
    if (!back || path === undefined) return
    this.#do(insertAt(path, Math.min(back.at, linesOf(this.state, path).length + 1), [back.line]))
  }

  #change({ a, n }: Command): void {
    this.#withFlaw(a, ({ truth, code }) =>
      this.#do(
        this.#format.sends.secret
          ? reframe(truth, `    ${changedSlightly('key_name', n)} = "{}"`)
          : changeCode(truth, changedSlightly(code, n)),
      ),
    )
  }

  #replace({ a, n }: Command): void {
    this.#withFlaw(a, ({ truth, rule }) => {
      const secret = this.#format.sends.secret
      const name = this.#name('replacement')
      // The first number behind it that makes a flaw of the same rule.
      for (let number = n; number < n + 4; number++) {
        const other = randomFlaw(name, number, secret)
        if (other.rule === rule) return this.#do(replaceBy(truth, other))
      }
    })
  }

  #duplicate({ a, b, n }: Command): void {
    this.#withFlaw(a, ({ rule, code, message, path: own, line }) => {
      const copy = lineOf({ truth: this.#name('copy'), rule, code, message })
      const other = n % 4 === 0
      const path = other ? this.#path(b) : own
      const near = Math.max(1, Math.min(line + (b % 31) - 15, linesOf(this.state, path).length + 1))
      this.#do(insertAt(path, other ? this.#at(path, b) : near, [copy]))
    })
  }

  #move({ a, b, n }: Command, toAnother: boolean): void {
    this.#withFlaw(a, ({ truth, path }) => {
      const to = toAnother ? this.#path(b) : path
      const length = linesOf(this.state, to).length
      this.#do(moveTo(truth, to, 1 + (n % length)))
    })
  }

  /** Moves the lines around a flaw to another place, as when a function is moved. */
  #moveBlock({ a, b, n }: Command): void {
    this.#withFlaw(a, ({ path, line }) => {
      const from = Math.max(1, line - 4)
      const moved = linesOf(this.state, path).slice(from - 1, line + 4)
      this.#do(deleteLines(path, from, from + moved.length - 1))
      const to = this.#path(b)
      this.#do(insertAt(to, this.#at(to, n), moved))
    })
  }

  #rename({ a }: Command): void {
    const from = this.#path(a)
    this.#renamed(renameFile(from, from.replace(/[^/]*$/, `${this.#name('file').replace(' ', '_')}.py`)))
  }

  #moveFolder({ n }: Command): void {
    const folder = n % 2 === 0 ? 'app/' : 'app/mail/'
    if (![...this.state.keys()].some((path) => path.startsWith(folder))) return
    this.#renamed(movePrefix(folder, `services/${this.#name('part').replace(' ', '_')}/`))
  }

  /** Files keep their numbers, which stand in the order of their paths. */
  #renamed(edit: Edit): void {
    const numbers = [...this.state.keys()].map((path) => this.#files.get(path) ?? -1)
    this.#do(edit)
    this.#files.clear()
    for (const [index, path] of [...this.state.keys()].entries()) this.#files.set(path, numbers[index] ?? -1)
  }

  #upgrade(): void {
    this.run = { ...this.run, scheme: (this.run.scheme ?? 1) + 1, upgraded: true }
  }

  #reverse(): void {
    this.run = { ...this.run, reversed: !this.run.reversed }
  }
}

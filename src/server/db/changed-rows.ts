import type { Changes, Writer } from './database.ts'

/** A table that affects finding counts, other than the findings' own tables. */
export type CountedTable =
  | 'project'
  | 'ref'
  | 'rule'
  | 'policy_rule'
  | 'category_set'
  | 'deployment_setting'
  | 'team'

/** The rows of counted tables that a change has written so far, as reported by the modules that write them. */
export class ChangedRows {
  readonly #findings = new Set<number>()
  readonly #lockfiles = new Set<number>()
  readonly #tables = new Set<CountedTable>()
  #scans = false
  #all = false

  /** Findings that were inserted, changed or deleted, or whose history was. */
  findings(ids: Iterable<number>) {
    for (const id of ids) this.#findings.add(id)
  }

  /** Lockfiles that were written, or whose dependencies were. */
  lockfiles(ids: Iterable<number>) {
    for (const id of ids) this.#lockfiles.add(id)
  }

  table(name: CountedTable) {
    this.#tables.add(name)
  }

  scans() {
    this.#scans = true
  }

  /** All data of the deployment changed, so cached data must be reloaded. */
  everything() {
    this.#all = true
  }

  get(): Changes {
    return {
      findings: [...this.#findings],
      lockfiles: [...this.#lockfiles],
      tables: [...this.#tables],
      scans: this.#scans,
      all: this.#all,
    }
  }
}

/** The transaction of a change of one deployment. The modules that write counted tables report their changes to it. */
export type ChangeTransaction = Writer & { readonly deploymentId: number; readonly changed: ChangedRows }

import type { Changes, Writer } from './database.ts'

/** A table that findings are counted by, beside their own. */
export type CountedTable = 'project' | 'ref' | 'rule' | 'policy_rule' | 'category_set'

/** What a change has written so far of the tables that are counted, as the modules that write them report it. */
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

  /** Everything of the deployment: what was read of it before is to be read anew. */
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

/**
 * The transaction of a change of one deployment. It carries what was changed, which the modules that write counted tables
 * report there.
 */
export type ChangeTransaction = Writer & { readonly deploymentId: number; readonly changed: ChangedRows }

import { type Fault, impossible } from './errors.ts'

/** What a body names again of the path, and the path's own ids. */
export type Named = { [name: string]: { body: string | undefined; path: string } }

/**
 * Holds the ids that a body repeats against the path.
 * @throws Refusal 422 with a fault for each that differs. Source: API decisions, "Rules for all operations", Errors.
 */
export function demandSameAsPath(named: Named): void {
  const faults: Fault[] = Object.entries(named)
    .filter(([, { body, path }]) => body !== undefined && body !== path)
    .map(([name]) => ({ pointer: `/${name}`, detail: `The body's ${name} differs from the path's.` }))
  if (faults.length > 0) throw impossible(faults)
}

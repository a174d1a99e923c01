import * as z from 'zod/mini'
import { activityKinds, flowKinds, overviewPeriods } from '../overview-vocabulary.ts'
import { findingTypes, scanStatuses, severities } from '../vocabulary.ts'
import { instant, open, uint32 } from './shapes.ts'

/** An object with the same content under each name. */
const under = <const K extends readonly string[], S extends z.ZodMiniType>(names: K, content: S) =>
  // parse: `fromEntries` loses the names.
  z.object(Object.fromEntries(names.map((name) => [name, content])) as Record<K[number], S>)

const numbers = <const K extends readonly string[]>(names: K) => under(names, z.int())

const flows = numbers(flowKinds)
const median = z.nullable(z.number())

const typeOverview = z.object({
  /** Findings in the backlog. */
  open: z.int(),
  /** The backlog now minus that before the period. */
  change: z.int(),
  /** Findings that are in the backlog now and were not before the period, and the reverse: `change` is the difference. */
  added: z.int(),
  gone: z.int(),
  by_severity: under(
    severities,
    z.object({
      open: z.int(),
      change: z.int(),
      /** The same of the backlog of this severity, those that got or lost it included. */
      added: z.int(),
      gone: z.int(),
      /** Medians in days; null if there are no such findings. */
      age: median,
      time_to_fix: median,
    }),
  ),
  /** Each finding once for the whole period. */
  flows,
  /** The same over the period before; null if its history is not kept. */
  previous_flows: z.nullable(flows),
  /** Findings in the backlog that are overdue or due within seven days; null if nothing is ever due. */
  due: z.nullable(z.object({ overdue: z.int(), week: z.int() })),
  /**
   * For each month that has days of the period, oldest first, the findings that were fixed in it, before and after they
   * were due by the present setting; null if nothing is ever due.
   */
  fixed_by_month: z.nullable(
    z.array(
      z.object({
        /** The first and last day of the month. */
        from: z.string(),
        until: z.string(),
        by_severity: under(severities, z.object({ met: z.int(), missed: z.int() })),
      }),
    ),
  ),
})

const newByType = numbers(findingTypes)

export const overviewAnswer = z.object({
  period: z.enum(overviewPeriods),
  /** The first and last day in the time zone. `from` is later than asked for if older history was deleted. */
  from: z.string(),
  until: z.string(),
  /** When the first day begins. */
  since: instant,
  /** That of the deployment, such as Europe/Berlin. */
  time_zone: z.string(),
  types: under(findingTypes, typeOverview),
  /** Days, or seven days each; the last ends today. `backlog` is that at the end. */
  intervals: z.array(
    z.object({
      from: z.string(),
      until: z.string(),
      types: under(findingTypes, z.object({ backlog: z.int(), flows })),
    }),
  ),
  /** The projects with most new findings in the period. */
  projects: z.array(z.object({ name: z.string(), new: newByType })),
  /** The rules with most new findings, for supply chain the advisories. */
  rules: z.array(
    z.object({
      issue_type: z.enum(findingTypes),
      /** The path of a rule, or an advisory. */
      name: z.string(),
      title: z.nullable(z.string()),
      new: z.int(),
    }),
  ),
  /** Pull requests by their newest verdict in the period. */
  gate: z.object({
    fail: z.int(),
    pass: z.int(),
    none: z.int(),
    /** Those of `pass` that would be `fail` if nobody had ignored a finding. */
    excepted: z.int(),
  }),
  /** Of projects that were never scanned nobody knows what they have: their numbers are not zero. */
  coverage: z.nullable(
    z.object({ projects: z.int(), older_than_30_days: z.int(), never: z.int(), failed: z.int() }),
  ),
  /** The newest scans. */
  scans: z.array(
    z.object({
      id: uint32,
      project: z.string(),
      ref: z.string(),
      status: open(...scanStatuses),
      at: instant,
    }),
  ),
})
export type OverviewAnswer = z.infer<typeof overviewAnswer>

export const activityAnswer = z.object({
  entries: z.array(
    z.object({
      id: z.string(),
      at: instant,
      /** Who did it: a person, or a token. */
      who: z.string(),
      kind: open(...activityKinds),
      /** How many findings or rules it was about; null if it was about something else. */
      count: z.nullable(z.int()),
      issue_type: z.nullable(z.enum(findingTypes)),
      /** The finding, or the first of several; null if it is not known or about none. */
      finding: z.nullable(z.object({ id: uint32, title: z.string() })),
      /** The triage state or the verdict that resulted; null if it is neither. */
      state: z.nullable(z.string()),
      /** A project, a policy, the name of a setting, or whom findings were assigned to; null for nobody. */
      target: z.nullable(z.string()),
      policy_id: z.nullable(z.string()),
      scan_id: z.nullable(uint32),
      pull_request: z.nullable(z.string()),
    }),
  ),
})
export type ActivityAnswer = z.infer<typeof activityAnswer>

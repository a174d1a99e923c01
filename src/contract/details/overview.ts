import type { OperationDetails } from '../operation.ts'

export const details = {
  overview: {
    mark: 'extension',
    summary: 'Read the overview of a deployment',
    description:
      "Counts the backlog (open, reviewing and fixing) on primary branches, each secret once, and how it changed over `period` (default `90d`), in days of the deployment's time zone; from `1y` on in intervals of seven days. Findings of disabled rules are left out unless `include_disabled` is true. Each number is the total of a list of findings, scans or projects with the same filter; changes of the backlog are selected by `flow`. `project` and `tag` restrict it to a project by its name, or to projects with a tag; an unknown project returns 404. `owner` restricts what is counted from findings to those of owners, as in lists; `gate`, `coverage` and `scans` are of no owner and stay. `coverage` counts the projects that were not scanned, for 30 days or ever: what they have is unknown, not zero.",
  },
  listActivity: {
    mark: 'extension',
    summary: 'List what people and pipelines did last',
    description:
      'The newest decisions on findings, requests and answers to them, comments, changes of modes, SBOM exports, and verdicts of the gate on pull requests, newest first: one entry for each act, with the number of findings in `count`. SBOM exports are left out without the scope `sbom:export`, and changes of settings without `admin`. Only the newest 500 entries of the audit log and 50 verdicts are searched.',
  },
} satisfies Record<string, OperationDetails>

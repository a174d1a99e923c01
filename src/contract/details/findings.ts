import type { OperationDetails } from '../operation.ts'

import { misplacedFilters } from '../parameters/findings-query.ts'

export const details = {
  listFindings: {
    mark: 'documented',
    summary: 'List code or supply-chain findings',
    description:
      'Sorted by `relevant_since`, then `id`, both descending. `X-Total-Count` has the exact total, and `Link` the previous and next pages. The response also has the key of the other issue type, with an empty list. `include=marks` adds `marks` to each finding. For a token with compatible answers (see `createToken`) the response also has `findings`.',
    queryFaults: misplacedFilters,
  },
  getFinding: {
    mark: 'extension',
    summary: 'Read a finding with its code, data flow, history and instances on other refs',
  },
  findingFacets: {
    mark: 'extension',
    summary: 'Count the values of each filter',
    description:
      'Each facet has the name of the parameter that selects its values. It is counted with all filters except its own, most frequent values first. At most 100 values are returned for each; `rest` sums the others. `facet` with `facet_q` searches one facet. `without=true` adds `without`: for each filter that is set, the number of findings that would match without it.',
    queryFaults: misplacedFilters,
  },
  findingTrend: {
    mark: 'extension',
    summary: 'Count findings by day',
    description:
      "Returns the last `days` days (default 30) in the deployment's time zone, the current day last. Each day has the number of matching findings that were `open` at its end, and the numbers that became `new`, `fixed`, `ignored` or open again (`reopened`) on that day. The filter applies to the present state of findings; `status` and `triage_reasons` are ignored. `open` of the current day equals the total of the list with `status=open`. Days whose history was deleted after its retention period are not returned.",
    queryFaults: misplacedFilters,
  },
} satisfies Record<string, OperationDetails>

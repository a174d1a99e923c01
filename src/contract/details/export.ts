import type { OperationDetails } from '../operation.ts'
import { misplacedFilters } from '../parameters/findings-query.ts'

export const details = {
  exportFindings: {
    mark: 'extension',
    summary: 'Export the filtered findings as CSV, JSON or SARIF 2.1.0, streamed',
    description:
      '`format` defaults to CSV. `X-Total-Count` has the number of findings and is sent before the first of them. CSV is UTF-8 without a byte order mark, RFC 4180 with a header row. `columns` selects and orders the columns. Cells that contain a comma, semicolon, tab, quote or line break are quoted. To prevent formula injection, an apostrophe is added before `=`, `+`, `-`, `@`, a tab or a carriage return at the start of a cell or after a semicolon or tab. JSON is `{ "findings": [...] }` with the fields of the lists. Each finding has the URL of its page and of its line at the code host: `gatehouse_url` and `url` in CSV, `gatehouse_url` and `code_host_url` in JSON, `hostedViewerUri` and the property `codeHostUrl` in SARIF. If the scan did not send the URL of the line, it points to the line on the branch; it is empty if the code host is unknown. The file is named after its filter.',
    queryFaults: misplacedFilters,
  },
} satisfies Record<string, OperationDetails>

import { numbersIn, type PlacedText } from './page-numbers.ts'

/** A number that is no link: where it stands, its exact words, and why that is right. */
type Unlinked = readonly [place: RegExp, text: RegExp, reason: string]

const number = '[\\d,]+'
const words = (pattern: string) => new RegExp(`^(?:${pattern.replaceAll('#', number)})$`)
const duration = words('(?:Queued )?(?:\\d+ (?:d|h|min|s) ?)+')

/** The totals of a list, which the test compares with the one beside its title. */
const totals: readonly Unlinked[] = [
  [/ › Pages$/, words('#–# of (#)(?: packages| projects| secrets)?'), 'the rows of this page of the list'],
  [
    /^(Scans|Dependencies|Audit log|Accepted risks|Inbox) › [\w ]+$/,
    words('# of (#) (?:scans|packages|events|risks|findings) loaded'),
    'how many rows of the list are loaded',
  ],
  [/ › Rules of the policy$/, words('All (#) rules'), 'the rules of the list'],
  [/^Dependencies › Dependencies$/, words('All (#) (?:packages|projects)'), 'the rows of the list'],
  [
    /^(Code findings|Supply-chain findings|Secrets) › \1$/,
    words('in (#) (?:projects|packages|secrets)'),
    'the groups of the list',
  ],
]

/** Numbers that are no size of a list, or whose list the page cannot open. */
const unlinked: readonly Unlinked[] = [
  // Lists.
  [
    /› Flags$/,
    words('# refs|\\+#|(?:.* · )?(?:Also on # other refs?|# fix pull requests?)(?: · .*)?'),
    'a flag of a row, whose finding has the links',
  ],
  [/› (Flags|Summary|Due)$/, words('Due in # days?|Due today|# days? overdue|Overdue by # days?'), 'a time'],
  [/› Select all groups of this page$|^Secrets › Secrets › Selection$/, words('#'), 'of a row that opens'],
  [/^Projects › Projects › (Code|Supply chain|Secrets)CriticalHighOther$/, words('0'), 'none, so no list'],
  [/^Dependencies › Packages › (Direct|Uses)$/, words('#'), 'of a row that opens: its uses'],
  [/^Dependencies › Packages › Package$/, words('# versions?'), 'of a row that opens: its versions'],
  [
    /^Dependencies › Packages › License$/,
    /^[^()]+ \((\d+ versions|[^()]+)\)(, [^()]+( \([^()]+\))?)*$/,
    'of a row that opens',
  ],
  [/^Dependencies › Projects with dependencies › Dependencies$/, words('#'), 'of a row that opens'],
  [
    /^Dependencies › Dependencies$/,
    words('# dependencies in # projects'),
    'the sum of packages without a license, whose packages and projects are links beside it',
  ],
  [
    /^Dependencies › Dependencies$/,
    words('All # licenses'),
    'the rows of this list, all of which are loaded',
  ],
  [/^Policies › Policies › Projects, 30 days$/, words('Projects, 30 days'), 'a time'],
  [/ › Effective mode by project$/, words('# projects?|and # more'), 'projects whose names follow'],
  [/^Exports › Exports$/, words('0 exports'), 'none, so no list'],
  [/^Exports › Exports$/, /^Export an SBOM .* Files are kept for 7 days, records/, 'a time'],
  [/^Settings › (People|Teams|Tokens|Webhooks|Your sessions) (\d+)$/, words('#'), 'the rows of this section'],
  // Things.
  [/› {1,2}(Branch|Ref)$|› Finding$|› Code$|› Branches$|^Scan \d+ › /, words('pull request \\d+'), 'a name'],
  [/^Scan \d+ › Code$/, /./, 'names: of a branch, a commit, a pull request and its title'],
  [/› Commit$/, /^\d{7}$/, 'a name'],
  [/› Duration$|^Scan \d+ › Run$|^Scans › Scans › Status$/, duration, 'a time'],
  [/^Scan \d+ › Run$/, words('\\d: [a-z, ]+'), 'an exit code'],
  [
    /^Scan \d+ › Reported findings$/,
    /^[\d,]+ findings?: [\d,]+ code, [\d,]+ supply chain, [\d,]+ secrets\. A scan reports all findings, known and new\.$/,
    'what the file of a scan had, of which no list is kept',
  ],
  [
    /^Scan \d+ › Gate$/,
    words('No finding blocks(?:, # comments?)?|# findings? blocks?(?:, # comments?)?'),
    'what a verdict counts, whose findings are listed below',
  ],
  [
    /› Import a scan$|^Import scans › /,
    /^(Up to \d+ MB each \(\d+ MB compressed\)|Works whether .* files and folders up to 1 GB each\.)/,
    'a size',
  ],
  [/ › Sources$/, words('# scans?'), 'the scans of a source on all branches, which no filter knows'],
  [/ › Sources$/, words('# open findings?'), 'the findings of a source, which no filter knows'],
  // A finding, whose page names no region where its sections are only headings.
  [/./, words('# comments? on pull requests'), 'the comments, whose ids follow'],
  [/./, words('# other branch(?:es)?|# steps?|Shared by # findings?'), 'what the section lists'],
  [/^Scan \d+ › Gate$/, words('And # more\\.'), 'what a verdict lists no more of'],
  [
    / › Summary$/,
    words(
      '(?:[\\w/., -]+ and )?# (?:pull requests?|branch(?:es)?|refs?)|[\\w/., -]+(?: and|,) # more branches(?: and (?:# pull requests|pull request \\d+))?',
    ),
    'the other branches of a finding, which are links below',
  ],
  [/ › Effective mode by project$/, words('# projects?'), 'projects whose names follow'],
  [
    /./,
    /^<?[\d.]+% (probability of exploitation within 30 days|of findings in the last 90 days are fixed)$/,
    'a share',
  ],
  [/./, words('line \\d+'), 'a place in a file'],
  // The overview.
  [
    /^Overview › Backlog$/,
    words('[+−]#'),
    'the difference of what came and what went, which are links beside it',
  ],
  [/^Overview › Backlog$/, words('since \\d{1,2} [A-Z][a-z]+ \\d{4}'), 'a day'],
  [/^Overview › Coverage$/, words('Not scanned for 30 days'), 'a time'],
  [
    /^Overview › Recent activity$/,
    words('and # more(?: findings?)?(?: to .+)?'),
    'what one person decided at once, of which the audit log has a row that opens',
  ],
  [/^Overview › Fixed within the due date › Month$/, words('[A-Z][a-z]+ \\d{4}'), 'a month'],
  // Settings.
  [/^Settings › Seed \d+$/, words('Seed \\d+'), 'the name of this deployment'],
  [
    /^Settings › Approval of ignored findings$/,
    words(
      '(?:#|No) critical findings? and (?:#|no) high findings? (?:is|are) ignored without an approval\\. They stay ignored\\.',
    ),
    'what was ignored before approvals were required, which no filter knows',
  ],
  [
    /^Settings › Approval of ignored findings$/,
    words('# (?:person|people) besides you can approve requests\\. Nobody can approve their own\\.'),
    'people of this deployment, whom the section People lists',
  ],
  [/^Settings › Your sessions$/, /^A session ends 12 hours after its last use, /, 'a time'],
  [
    /^Settings › Due dates( ›|$)/,
    /^(After you save|Overdue: |Due within)/,
    'a preview by due dates that lists do not know until they are saved',
  ],
  [
    /^Accepted risks › Accepted risks › (Reason|Note)$/,
    /\b\d{1,2} [A-Z][a-z]+\.$/,
    'a day in the words of a person',
  ],
  // The audit log, whose rows open into their parts.
  [/^Audit log › Audit log › Target$/, words('and # more'), 'of a row that opens'],
  [
    /^Audit log › Audit log › Details$/,
    words('.*on # branches.*|(?:.* · )?# (?:findings?|rules?|projects?|lines?|statements?)(?: · .*)?'),
    'of a row that opens',
  ],
  [
    /^Audit log › Audit log › Details$/,
    words('(?:(?:^| · )?\\w+: (?:none|#) → (?:none|#))+'),
    'days of a setting',
  ],
]

/** The totals of lists in texts. */
export const totalsIn = (texts: readonly PlacedText[]): (PlacedText & { total: number })[] =>
  texts.flatMap((one) =>
    totals.flatMap(([where, pattern]) => {
      const total = where.test(one.place) ? pattern.exec(one.text)?.[1] : undefined
      return total === undefined ? [] : [{ ...one, total: Number(total.replaceAll(',', '')) }]
    }),
  )

/** The numbers that are no links, without those that are named here; each with its place. */
export const unexplained = (texts: readonly PlacedText[]): string[] =>
  texts
    .filter(
      ({ place, text }) =>
        numbersIn(text).length > 0 &&
        ![...totals, ...unlinked].some(([where, pattern]) => where.test(place) && pattern.test(text)),
    )
    .map(({ place, text }) => `${place}: ${text}`)

import { refLabel } from '#lib/text/ref-label.ts'
import type { GateKind } from './labels.ts'

/** The project whose commits are decided, and the service that decides. */
export interface GateTarget {
  /** Scheme, host and port of the service. */
  address: string
  /** The slug of the deployment. */
  deployment: string
  project: string
  /** The ref that pull requests are compared with; null if the project has none yet. */
  primaryBranch: string | null
}

/** Quotes a word for a POSIX shell. */
export const quotePosix = (text: string) =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`

/** Quotes a text of a shell for a string of Groovy in single quotes. */
const quoteGroovy = (text: string) => text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")

/** Words that YAML reads as booleans or null. */
const yamlWords = /^(?:true|false|yes|no|on|off|y|n|null)$/i

/** Quotes a text for YAML. */
const quoteYaml = (text: string) =>
  /^[a-z][\w./-]*$/i.test(text) && !yamlWords.test(text) ? text : JSON.stringify(text)

/** An expression of GitHub Actions. */
const expression = (text: string) => `$\{{ ${text} }}`

/** Keeps GitHub from evaluating a name: it replaces expressions in all of a workflow's text. */
const withoutExpressions = (text: string) => text.replaceAll('${{', expression("'${{'"))

/** A variable of a shell, or another where it is empty. */
const variable = (name: string, otherwise: string) => `"$\{${name}:-$${otherwise}}"`

const branchOf = ({ primaryBranch }: GateTarget) => refLabel(primaryBranch ?? 'main')

const command = ({ project, deployment }: GateTarget) =>
  `gatehouse gate semgrep.json --project${project.startsWith('-') ? '=' : ' '}${quotePosix(project)} --deployment ${deployment}`

const github = (target: GateTarget) => [
  'on:',
  '  push:',
  '    branches:',
  `      - ${withoutExpressions(quoteYaml(branchOf(target)))}`,
  '  pull_request:',
  'permissions:',
  '  contents: read',
  '  pull-requests: write',
  '  statuses: write',
  'jobs:',
  '  gate:',
  '    runs-on: ubuntu-latest',
  '    steps:',
  '      - uses: actions/checkout@v5',
  '        with:',
  '          fetch-depth: 0',
  '      - run: semgrep scan --json --output semgrep.json',
  '      - run: >',
  `          ${withoutExpressions(command(target))}`,
  `          --ref "$GITHUB_REF" --commit "${expression('github.event.pull_request.head.sha || github.sha')}"`,
  `          --pull-request "${expression('github.event.number')}" --post github`,
  '          --job-url "$GITHUB_SERVER_URL/$GITHUB_REPOSITORY/actions/runs/$GITHUB_RUN_ID"',
  '        env:',
  `          GITHUB_TOKEN: ${expression('github.token')}`,
  `          GATEHOUSE_URL: ${target.address}`,
  `          GATEHOUSE_TOKEN: ${expression('secrets.GATEHOUSE_TOKEN')}`,
]

const gitlab = (target: GateTarget) => [
  'gate:',
  '  rules:',
  '    - if: $CI_PIPELINE_SOURCE == "merge_request_event"',
  '    - if: $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH',
  '  variables:',
  `    GATEHOUSE_URL: ${target.address}`,
  '    GIT_DEPTH: 0',
  '  script:',
  '    - semgrep scan --json --output semgrep.json',
  '    - >',
  `      ${command(target)}`,
  `      --ref ${variable('CI_MERGE_REQUEST_REF_PATH', 'CI_COMMIT_BRANCH')} --commit "$CI_COMMIT_SHA"`,
  '      --pull-request "$CI_MERGE_REQUEST_IID" --job-url "$CI_JOB_URL"',
  '      --post gitlab',
]

const jenkins = (target: GateTarget) => [
  `env.GATEHOUSE_URL = '${quoteGroovy(target.address)}'`,
  "withCredentials([string(credentialsId: 'gatehouse', variable: 'GATEHOUSE_TOKEN')]) {",
  "  sh 'semgrep scan --json --output semgrep.json'",
  `  sh '${quoteGroovy(`${command(target)} --ref ${variable('CHANGE_BRANCH', 'BRANCH_NAME')}`)} --commit "$GIT_COMMIT" --pull-request "$CHANGE_ID" --job-url "$BUILD_URL"'`,
  '}',
]

const base = ({ deployment }: GateTarget) =>
  `$GATEHOUSE_URL/api/v1/deployments/${encodeURIComponent(deployment)}`

/** A name as a value of a query, with its slashes. */
const queryValue = (text: string) => encodeURIComponent(text).replaceAll('%2F', '/')

/** The lines that send a report with curl, which fails if the commit does. */
export const curlUpload = (target: GateTarget) =>
  [
    'curl --fail-with-body --data-binary @semgrep.json -H "Authorization: Bearer $GATEHOUSE_TOKEN" \\',
    '  --url-query "ref=$BRANCH" --url-query "commit=$COMMIT" \\',
    `  "${base(target)}/scans?project=${queryValue(target.project)}&gate=fail"`,
  ].join('\n')

/** The lines that ask with curl until there is a verdict. */
export const curlLoop = (target: GateTarget) =>
  [
    'verdict() {',
    '  curl --silent --fail -H "Authorization: Bearer $GATEHOUSE_TOKEN" \\',
    `    "${base(target)}/projects/${encodeURIComponent(target.project)}/gate?commit=$COMMIT"`,
    '}',
    'for attempt in $(seq 60); do',
    '  answer=$(verdict) || answer=',
    '  case $answer in',
    `    *'"verdict":"pass"'*) exit 0 ;;`,
    `    *'"verdict":"fail"'*) echo "$answer"; exit 1 ;;`,
    '  esac',
    '  sleep 5',
    'done',
    'echo "No verdict: $answer"',
    'exit 3',
  ].join('\n')

const shell = (target: GateTarget) => [
  'set -e',
  `GATEHOUSE_URL=${quotePosix(target.address)}`,
  'BRANCH=$(git branch --show-current) COMMIT=$(git rev-parse HEAD)',
  'semgrep scan --json --output semgrep.json',
  curlUpload(target),
  curlLoop(target),
]

const writers: Record<GateKind, (target: GateTarget) => string[]> = { github, gitlab, jenkins, shell }

/** Returns the lines that decide in a pipeline of this kind whether a commit may pass. Source: docs/gate.md. */
export const gateSnippet = (kind: GateKind, target: GateTarget): string => writers[kind](target).join('\n')

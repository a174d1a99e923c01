import type { RuleFamily } from '../family.ts'

const workflow = ['.github/workflows/{pipeline}.yml'] as const

export const actionsInjection: RuleFamily = {
  key: 'run-shell-injection',
  title: 'Script injection in run step',
  cwe: 78,
  owasp: 'injection',
  severity: 'high',
  confidence: 'high',
  kind: 'vuln',
  vulnerabilityClass: 'Command Injection',
  flaw: 'An expression with text that anyone can write (a title, a branch name, a comment) is inserted into a `run` script **before the shell parses it**.',
  remedy: 'Pass the text in an environment variable and quote it in the script.',
  impact: 'Anyone who opens a pull request can run commands with the token and secrets of the workflow.',
  steps: [
    'Move the expression to `env`.',
    'Use `"$NAME"` in the script.',
    'Restrict the `permissions` of the job.',
  ],
  real: 'The workflow runs for pull requests from forks, and anyone can choose their titles.',
  harmless: 'The workflow is only started manually, by people with push access.',
  component: { tag: 'infrastructure', risk: 'high' },
  places: [
    {
      language: 'github-actions',
      paths: workflow,
      sinks: [
        {
          slug: 'pull-request-title',
          library: 'pull request title',
          setup: ['      - name: Check the title'],
          flaw: ['        run: echo "«${{ github.event.pull_request.title }}»" | ./scripts/check-title'],
          fix: [
            '        env:',
            '          TITLE: ${{ github.event.pull_request.title }}',
            '        run: printf "%s" "$TITLE" | ./scripts/check-title',
          ],
        },
        {
          slug: 'head-ref',
          library: 'branch name',
          setup: ['      - name: Publish a preview'],
          flaw: ['        run: ./deploy --name "«${{ github.head_ref }}»"'],
          fix: [
            '        env:',
            '          BRANCH: ${{ github.head_ref }}',
            '        run: ./deploy --name "$BRANCH"',
          ],
        },
        {
          slug: 'issue-comment',
          library: 'comment',
          setup: ['      - name: Answer the command', '        run: |'],
          flaw: ['          command="«${{ github.event.comment.body }}»"'],
          fix: ['          command="$COMMENT"'],
          rest: ['          ./scripts/{entity} "$command"'],
        },
        {
          slug: 'commit-message',
          library: 'commit message',
          severity: 'medium',
          setup: ['      - name: Tell the channel'],
          flaw: ['        run: ./notify "«${{ github.event.head_commit.message }}»"'],
          fix: [
            '        env:',
            '          MESSAGE: ${{ github.event.head_commit.message }}',
            '        run: ./notify "$MESSAGE"',
          ],
        },
        {
          slug: 'github-script',
          library: 'actions/github-script',
          setup: [
            '      - uses: actions/github-script@60a0d83039c74a4aee543508d2ffcb1c3799cdea',
            '        with:',
          ],
          flaw: ['          script: core.info(`«${{ github.event.issue.title }}»`)'],
          fix: ['          script: core.info(context.payload.issue.title)'],
        },
      ],
    },
  ],
}

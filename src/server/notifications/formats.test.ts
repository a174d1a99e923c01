import { expect, it } from 'vitest'
import { bodyOf } from './formats.ts'
import type { Payload } from './message.ts'

const hostile = '<!channel> <https://evil.example|click> [x](https://evil.example) *b* & "q"\n@all'
const payload = (title: string): Payload => ({
  type: 'finding.new',
  timestamp: '2026-01-15T12:00:00.000Z',
  data: {
    deployment: { slug: 'main', name: 'Main' },
    title,
    url: 'https://gatehouse.example/d/main/findings/code/1?q=a|b>c',
    count: 3,
    summary: true,
    findings: [
      {
        id: 1,
        issue_type: 'sast',
        severity: 'high',
        rule: 'r',
        title,
        project: title,
        ref: 'refs/heads/main',
        path: 'a.py',
        line: 3,
        package: null,
        advisory: null,
        url: 'https://gatehouse.example/d/main/findings/code/1',
      },
    ],
  },
})

it('shows hostile text in Slack as text', () => {
  const body = bodyOf('slack', [payload(hostile)])
  expect(body).not.toMatch(/<!|<https:\/\/evil/)
  expect(body).toContain('&lt;!channel&gt;')
  expect(body).toContain('q=a%7Cb%3Ec|')
})

it('keeps the encoding of a link in Slack', () => {
  const one = payload('Message')
  const url = 'https://gatehouse.example/d/main/findings/code?repos=acme%2Fshop&severities=critical%2Chigh'
  const [block] = JSON.parse(bodyOf('slack', [{ ...one, data: { ...one.data, url } }])).blocks
  expect(block.text.text).toContain(`<${url.replace('&', '&amp;')}|Message>`)
})

it('shows hostile text in Teams in runs, which have no markup', () => {
  const card = JSON.parse(bodyOf('teams', [payload(hostile)]))
  const { body, actions } = card.attachments[0].content
  expect(body.every(({ type }: { type: string }) => type === 'RichTextBlock')).toBe(true)
  expect(actions).toEqual([expect.objectContaining({ type: 'Action.OpenUrl', url: payload('').data.url })])
})

it('joins messages up to the limits of a chat', () => {
  const many = Array.from({ length: 60 }, (_, at) => payload(`Message ${at} ${'x'.repeat(300)}`))
  const { blocks } = JSON.parse(bodyOf('slack', many))
  expect(blocks.length).toBeLessThanOrEqual(50)
  for (const { text } of blocks) expect(text.text.length).toBeLessThanOrEqual(3000)
  expect(blocks.at(-1).text.text).toContain('and 40 more')
  const wide = Array.from({ length: 60 }, () => payload('é'.repeat(300)))
  const teams = bodyOf('teams', wide)
  expect(Buffer.byteLength(teams)).toBeLessThan(28_000)
  expect(teams).toContain('more line')
})

it('leaves out a link that is too long for a chat', () => {
  const one = payload('Message')
  const long = { ...one, data: { ...one.data, url: `${one.data.url}&q=${'x'.repeat(8000)}` } }
  const [block] = JSON.parse(bodyOf('slack', [long])).blocks
  expect(block.text.text.length).toBeLessThan(3000)
  expect(bodyOf('teams', [long])).not.toContain('xxxx')
})

import { expect, it } from 'vitest'
import { inspectFile } from './inspect-file.ts'

const limits = { sent: 20_000, inflated: 50_000 }
const inspect = (content: BlobPart) => inspectFile(new File([content], 'bom.xml'), limits)

const subject = `<metadata>
  <authors><author><name>Ada</name></author></authors>
  <component type="application">
    <supplier><name>Supplier</name></supplier>
    <group>acme</group>
    <name> api </name>
    <components><component><name>inner</name></component></components>
    REFERENCES
  </component>
</metadata><components><component><name>lodash</name></component></components>`
const bom = (inner: string, before = '') =>
  `<?xml version="1.0"?>${before}<bom xmlns="http://cyclonedx.org/schema/bom/1.6">${inner}</bom>`

it('reads the project that CycloneDX XML is about, compressed or not', async () => {
  const named = bom(subject.replace('REFERENCES', ''))
  expect(await inspect(named)).toEqual({ format: 'cyclonedx', project: 'acme/api' })
  const references = `<externalReferences><reference type="website"><url>https://a.example</url></reference>
    <reference type="vcs"><url>https://github.com/acme/shop.git</url></reference></externalReferences>`
  const linked = bom(subject.replace('REFERENCES', references))
  expect(await inspect(`\ufeff\n${linked}`)).toEqual({ format: 'cyclonedx', project: 'acme/shop' })
  const prefixed = linked.replaceAll(/<(\/?)([a-z])/g, '<$1c:$2').replace('xmlns=', 'xmlns:c=')
  expect(await inspect(prefixed)).toEqual({ format: 'cyclonedx', project: 'acme/shop' })
  const packed = new Blob([linked]).stream().pipeThrough(new CompressionStream('gzip'))
  expect(await inspect(await new Response(packed).blob())).toEqual({
    format: 'cyclonedx',
    project: 'acme/shop',
  })
})

it('takes CycloneDX XML whose subject it cannot read', async () => {
  const unread = [
    bom(''),
    bom('<metadata><component>'),
    bom('<metadata><component></metadata>'),
    bom('<metadata>&b;</metadata>', '<!DOCTYPE bom [<!ENTITY b "x">]>'),
    bom('<metadata>&undefined;</metadata>'),
  ]
  for (const content of unread) expect(await inspect(content)).toEqual({ format: 'cyclonedx' })
})

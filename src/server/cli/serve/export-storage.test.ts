import { expect, it } from 'vitest'
import { runDoctor } from '#server/operations/doctor/testing/results.ts'
import { dataFolder, serveFor } from '../../testing/command-line.ts'
import { freePort } from '../../testing/postgres/postgres-server.ts'
import { bucketVariables, startS3 } from '../../testing/s3/s3-server.ts'

async function served(more: Record<string, string> = {}) {
  const s3 = await startS3()
  const { config } = s3
  const service = await serveFor({
    GATEHOUSE_DATA: await dataFolder(),
    EXPORT_STORAGE: `s3://${config.bucket}/gatehouse`,
    AWS_ENDPOINT_URL: config.endpoint,
    AWS_REGION: config.region,
    AWS_ACCESS_KEY_ID: config.accessKeyId,
    AWS_SECRET_ACCESS_KEY: config.secretAccessKey,
    ...more,
  })
  return { s3, service }
}

it.each([
  [
    { AWS_SECRET_ACCESS_KEY: 'another-secret' },
    /bucket refuses access \(403 SignatureDoesNotMatch\)\. Check AWS_ACCESS/,
  ],
  [
    { EXPORT_STORAGE: 's3://other-files' },
    /bucket does not exist \(404 NoSuchBucket\)\. Create the bucket, or correct/,
  ],
  [
    { AWS_REGION: 'us-east-1' },
    /another region than AWS_REGION \(403 AuthorizationHeaderMalformed\)\. Correct AWS_REGION/,
  ],
  [
    { AWS_ENDPOINT_URL: `http://127.0.0.1:${await freePort()}` },
    /cannot be reached \(ECONNREFUSED\)\. Check the network, AWS_ENDPOINT_URL/,
  ],
])('starts with %j, and says at once what is wrong with the bucket', async (more, message) => {
  const { service } = await served(more)
  await expect.poll(service.log).toMatch(message)
  expect(service.log()).toMatch(/gatehouse: Exports will fail: The bucket/)
  expect(service.log()).not.toContain('secret')
  expect((await fetch(`${service.base}/readyz`)).status).toBe(200)
})

it('leaves nothing in a bucket that it has tried', async () => {
  const { s3, service } = await served()
  await expect.poll(() => s3.requests.some((request) => request.startsWith('DELETE check-'))).toBe(true)
  expect([...s3.objects.keys()].filter((key) => !key.endsWith('/installation'))).toEqual([])
  expect(await service.stop()).toBe(0)
  expect(service.log()).not.toContain('Exports')
})

it('starts on the prefix of another installation, says so, and changes nothing there', async () => {
  const { s3, service } = await served()
  const key = 'gatehouse/installation'
  await expect.poll(() => s3.objects.get(key)?.toString()).toMatch(/^[\da-f-]{36}$/)
  await service.stop()
  const file = `gatehouse/${'f'.repeat(32)}`
  s3.objects.set(file, Buffer.from('made by the first installation'))
  const before = new Map(s3.objects)
  const folder = await dataFolder()
  const second = { ...bucketVariables({ ...s3.config, prefix: 'gatehouse/' }), GATEHOUSE_DATA: folder }
  const other = await serveFor(second)
  await expect
    .poll(other.log)
    .toContain(
      `gatehouse: Exports will fail: The prefix of EXPORT_STORAGE is used by another installation of Gatehouse. Set another prefix, or delete the object ${key} if`,
    )
  expect((await runDoctor(second)).result('exports')).toMatchObject({
    status: 'failed',
    advice: expect.stringContaining('Set another prefix'),
  })
  await other.stop()
  expect(new Map(s3.objects)).toEqual(before)
  const own = await serveFor({ ...second, EXPORT_STORAGE: 's3://files/second' })
  await expect.poll(() => s3.objects.has('second/installation')).toBe(true)
  expect(
    (await runDoctor({ ...second, EXPORT_STORAGE: 's3://files/second' })).result('exports'),
  ).toMatchObject({ status: 'ok' })
  expect(own.log()).not.toContain('Exports')
  expect(await own.stop()).toBe(0)
})

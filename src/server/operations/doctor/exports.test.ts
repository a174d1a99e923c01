import { expect, it } from 'vitest'
import { dataFolder } from '#server/testing/command-line.ts'
import { startS3 } from '#server/testing/s3/s3-server.ts'
import { runDoctor } from './testing/results.ts'

it('says whether a bucket takes files of exports, and what to do if it does not', async () => {
  const { config } = await startS3()
  const environment = {
    GATEHOUSE_DATA: await dataFolder(),
    EXPORT_STORAGE: `s3://${config.bucket}/files`,
    AWS_REGION: config.region,
    AWS_ENDPOINT_URL: config.endpoint,
    AWS_S3_FORCE_PATH_STYLE: 'true',
    AWS_ACCESS_KEY_ID: config.accessKeyId,
    AWS_SECRET_ACCESS_KEY: config.secretAccessKey,
    AWS_SESSION_TOKEN: config.sessionToken ?? '',
  }
  expect((await runDoctor(environment)).result('exports')).toMatchObject({ status: 'ok', advice: null })
  const { exit, result } = await runDoctor({ ...environment, AWS_SECRET_ACCESS_KEY: 'another-secret' })
  expect(exit).toBe(1)
  expect(result('exports')).toMatchObject({
    status: 'failed',
    advice: expect.stringContaining('Check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.'),
  })
})

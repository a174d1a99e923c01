export const check = {
  check_id: 'CKV_AWS_20',
  bc_check_id: 'BC_AWS_S3_1',
  check_name: 'S3 Bucket has an ACL defined which allows public READ access',
  check_result: { result: 'FAILED', evaluated_keys: ['acl'] },
  code_block: [
    [1, 'resource "aws_s3_bucket" "data" {\n'],
    [2, '  acl = "public-read"\n'],
    [3, '}\n'],
  ],
  file_path: '/main.tf',
  file_abs_path: '/home/kim/shop/infra/main.tf',
  repo_file_path: '/infra/main.tf',
  file_line_range: [1, 3],
  resource: 'aws_s3_bucket.data',
  evaluations: null,
  check_class: 'checkov.terraform.checks.resource.aws.S3PublicACLRead',
  severity: null,
  guideline: 'https://docs.example/policies/s3-1',
  details: [],
}

export const vulnerable = {
  ...check,
  check_id: 'CKV_CVE_2021_23337',
  check_name: 'SCA package scan',
  short_description: 'CVE-2021-23337 - lodash: 4.17.20',
  description: 'Templates of lodash can run commands.',
  repo_file_path: '/web/package-lock.json',
  file_line_range: [0, 0],
  code_block: [[0, 'lodash: 4.17.20']],
  severity: { id: '1', name: 'HIGH', level: 4 },
  vulnerability_details: {
    id: 'CVE-2021-23337',
    status: 'fixed in 4.17.21',
    severity: 'high',
    package_name: 'lodash',
    package_version: '4.17.20',
    link: 'https://nvd.example/CVE-2021-23337',
    cvss: 7.2,
    vector: 'CVSS:3.1/AV:N/AC:L/PR:H/UI:N/S:U/C:H/I:H/A:H',
    description: 'Templates of lodash can run commands.',
    lowest_fixed_version: '4.17.21',
    fixed_versions: ['4.17.21'],
  },
}

/** A report of one framework. */
export const report = {
  check_type: 'terraform',
  results: {
    passed_checks: [{ ...check, check_id: 'CKV_AWS_18' }],
    failed_checks: [check, vulnerable],
    skipped_checks: [
      { ...check, check_id: 'CKV_AWS_21', check_result: { result: 'SKIPPED', suppress_comment: 'a test' } },
    ],
    parsing_errors: ['/infra/broken.tf'],
  },
  summary: {
    passed: 1,
    failed: 2,
    skipped: 1,
    parsing_errors: 1,
    resource_count: 1,
    checkov_version: '3.2.334',
  },
  url: 'Add an api key',
}

/** What `-o sarif` writes of the check. */
export const sarif = {
  version: '2.1.0',
  runs: [
    {
      tool: {
        driver: {
          name: 'Checkov',
          version: '3.2.334',
          rules: [{ id: check.check_id, name: check.check_name, defaultConfiguration: { level: 'error' } }],
        },
      },
      results: [
        {
          ruleId: check.check_id,
          level: 'error',
          message: { text: check.check_name },
          locations: [
            {
              physicalLocation: {
                artifactLocation: { uri: 'infra/main.tf' },
                region: {
                  startLine: 1,
                  endLine: 3,
                  snippet: { text: 'resource "aws_s3_bucket" "data" {\n  acl = "public-read"\n}\n' },
                },
              },
            },
          ],
        },
      ],
    },
  ],
}

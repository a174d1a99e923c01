import type { Tool } from '../tool.ts'

/** Scanners of dependencies and images, and tools that list dependencies. */
export const dependencyTools: readonly Tool[] = [
  {
    name: 'Trivy',
    report: 'a report of Trivy on a cluster, or of a version before 0.20',
    marks: [
      'ClusterName Resources',
      'ClusterName Findings',
      'Results.Target Results.Class',
      '[] Target Vulnerabilities',
    ],
    writes: '`trivy image --format json` or `trivy config --format json` scans what the cluster runs',
  },
  {
    name: 'Trivy Operator',
    report: 'a report of the Trivy Operator',
    marks: ['apiVersion=aquasecurity.github.io/v1alpha1', 'apiVersion=aquasecurity.github.io/v1'],
  },
  {
    name: 'Syft',
    marks: ['artifacts artifactRelationships'],
    writes: '`-o cyclonedx-json`; `syft convert report.json -o cyclonedx-json` turns this file into one',
  },
  {
    name: 'Snyk Infrastructure as Code',
    report: 'a report of `snyk iac test`',
    marks: ['infrastructureAsCodeIssues', 'projectType packageManager vulnerabilities'],
    writes: '`snyk iac test --sarif`',
  },
  {
    name: 'snyk monitor',
    report: 'the output of `snyk monitor`',
    isNoReport: true,
    marks: ['isMonitored uri', '[] isMonitored uri'],
    writes: '`snyk test --json`',
  },
  {
    name: 'Snyk CLI',
    report: 'an error of Snyk',
    isNoReport: true,
    marks: ['ok error path'],
    writes: 'its `error` says why nothing was tested',
  },
  {
    name: 'Snyk',
    marks: ['ok dependencyCount vulnerabilities', 'jsonapi data'],
    writes: '`snyk test --sarif`, or `snyk sbom --format=cyclonedx1.5+json`',
  },
  {
    name: 'Dependency-Check',
    report: 'the XML of a version of Dependency-Check before 5',
    xml: ['analysis dependency-check'],
    writes: 'update it, and use `--format JSON`',
  },
  {
    name: 'Dependency-Track',
    report: 'the findings of Dependency-Track',
    marks: ['findings meta project'],
    writes:
      '`/api/v1/bom/cyclonedx/project/{uuid}?format=json&variant=withVulnerabilities` returns CycloneDX',
  },
  {
    name: 'xeol',
    report: 'a report of xeol on the end of life of packages',
    marks: ['descriptor.name=xeol'],
  },
  {
    name: 'Yarn',
    report: 'the output of another command of Yarn',
    marks: ['[] type=info data', '[] type=warning data'],
    writes: '`yarn audit --json` (Yarn 1), `yarn npm audit --json`',
  },
  {
    name: 'Composer audit',
    marks: ['advisories abandoned'],
    writes:
      '`composer CycloneDX:make-sbom --output-format=JSON` (of cyclonedx/cyclonedx-php-composer) lists the dependencies',
  },
  {
    name: 'pip-audit',
    marks: ['dependencies fixes', '[] name version vulns'],
    writes: '`pip-audit -f cyclonedx-json`',
  },
  { name: 'Safety', marks: ['report_meta vulnerabilities', 'affected_packages'] },
  {
    name: 'cargo audit',
    marks: ['database lockfile vulnerabilities'],
    writes: '`cargo audit --format sarif` (from 0.22)',
  },
  { name: 'bundler-audit', marks: ['results created_at version', 'results.gem results.advisory'] },
  { name: 'mix_audit', marks: ['pass vulnerabilities'] },
  {
    name: 'govulncheck',
    marks: ['[] config', 'config.protocol_version', 'Calls Requires Vulns'],
    writes: '`govulncheck -format sarif ./...`',
  },
  { name: 'Nancy', marks: ['audited num_audited'] },
  {
    name: 'Retire.js',
    marks: ['data.results data.file', 'data messages errors start'],
    writes: '`retire --outputformat cyclonedxJSON`',
  },
  {
    name: '.NET',
    report: 'the output of `dotnet list package`',
    marks: ['parameters projects'],
    writes: '`dotnet CycloneDX`, told to write JSON, lists the dependencies',
  },
  {
    name: 'JFrog Xray',
    marks: ['total_rows rows', '[] scan_id component_id'],
    writes: '`jf audit --format=sarif`',
  },
  { name: 'Nexus IQ', marks: ['components matchSummary', 'components.componentIdentifier'] },
  { name: 'Mend', marks: ['projectVitals libraries', 'supportToken response'] },
  { name: 'Black Duck', marks: ['[] componentName vulnerabilityWithRemediation'] },
  {
    name: 'Anchore',
    marks: ['imageDigest vulnerabilities', 'securityEvaluation metadata', '[] packageCpe packageName'],
  },
  { name: 'Prisma Cloud', marks: ['results consoleURL', 'results.complianceDistribution'] },
  { name: 'Clair', marks: ['image unapproved vulnerabilities', 'LayerCount Vulnerabilities'] },
  { name: 'Dockle', marks: ['summary.fatal details', 'details.alerts'], writes: '`dockle -f sarif`' },
  {
    name: 'SPDX',
    report: 'an SPDX document of version 3 or in XML',
    marks: ['SPDXID', '@context @graph'],
    xml: ['rdf:RDF spdx'],
    writes: 'most tools have an option for SPDX 2.3 in JSON or for CycloneDX',
  },
  {
    name: 'npm',
    report: 'a lockfile of npm',
    isNoReport: true,
    marks: ['lockfileVersion packages', 'lockfileVersion dependencies'],
    writes: '`npm sbom --sbom-format cyclonedx`',
  },
]

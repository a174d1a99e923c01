import type { ReportFormat } from '../report/report.ts'

/** A set of key names, from lines of words. */
const wordSet = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/**
 * The keys that the reader of each format reads, at any level. A string over the limit is rejected if all keys of its
 * path are among them, and otherwise left out, so that an attachment that is not read does not cause a rejection. Add a
 * key here when a reader starts to read it; otherwise its strings over the limit are lost.
 */
const readKeys: Record<ReportFormat, ReadonlySet<string>> = {
  semgrep: wordSet(`
    results errors paths scanned skipped skipped_rules dependencies rule_id reason
    check_id path start end line col offset extra file kind code level type message long_msg location spans
    metadata lines fingerprint is_ignored severity metavars abstract_content propagated_value
    svalue_abstract_content fix fixed_lines fix_regex regex replacement count dataflow_trace taint_source
    taint_sink intermediate_vars content validation_state historical_info git_commit git_blob
    git_commit_timestamp sca_info dependency_match found_dependency dependency_pattern lockfile lockfile_path
    line_number package ecosystem version transitivity children allowed_hashes reachability_rule reachable
    category confidence cwe owasp subcategory technology references vulnerability_class vulnerabilityClass
    display-name title shortDescription languages rulesets source shortlink source-rule-url semgrep.dev rule origin
    secret_type product sca-severity sca-kind sca-vuln-database-identifier sca-fix-versions cve ghsa epss
    epss_score score percentile reachable-if
  `),
  sarif: wordSet(`
    runs results tool driver extensions rules name fullName guid version semanticVersion id ruleId ruleIndex rule index
    toolComponent level kind rank message text markdown arguments messageStrings locations relatedLocations location
    physicalLocation logicalLocations logicalLocation fullyQualifiedName decoratedName artifactLocation uri uriBaseId
    region contextRegion snippet startLine startColumn endLine endColumn charOffset charLength analysisTarget
    artifacts roles originalUriBaseIds codeFlows threadFlows threadFlowLocations flowLocations fixes artifactChanges
    replacements deletedRegion insertedContent fingerprints partialFingerprints suppressions status state justification
    baselineState taxa taxonomies target relationships properties tags precision confidence issue_confidence
    security-severity problem.severity severity cwe cwe-ids owasp technology category categories references help
    shortDescription fullDescription helpUri defaultConfiguration enabled configuration descriptor
    ruleConfigurationOverrides invocations workingDirectory startTimeUtc endTimeUtc exitCode exitCodeDescription
    executionSuccessful toolExecutionNotifications toolConfigurationNotifications associatedRule exception
    automationDetails versionControlProvenance repositoryUri branch revisionId externalPropertyFileReferences itemCount
    workItemUris hostedViewerUri purl package packageName packageVersion installedVersion fixedVersion aliases
    cvss cvssV3 cvssV4 cvssv2_score cvssv2_vector cvssv3_baseScore cvssv3_vector cvssv40_baseScore cvssv40_vector vector
    score epss purls fixed_version deprecatedIds processStartFailureMessage parentIndex active valid verified credential
    validation_status secretType secret_type historicalInfo commit_provenance commit_metadata git_metadata commitSha commit
    commit_hash commit_id date timestamp committer_timestamp resource resourceName resource_name resourceType resource_type
    resourceAddress resource_address resourceId resource_id
  `),
  cyclonedx: wordSet(`
    bomFormat specVersion metadata timestamp tools component components services properties bom-ref type group name
    version versionRange purl cpe licenses license expression id hashes alg content evidence occurrences location line externalReferences
    url dependencies ref dependsOn vulnerabilities source ratings method severity score vector cwes description detail
    recommendation advisories title references analysis state justification response affects versions range status
    value published updated epss percentile baseScore vectorString
  `),
  grype: wordSet(`
    matches ignoredMatches vulnerability relatedVulnerabilities artifact id dataSource severity urls description cvss
    source version vector metrics baseScore epss percentile cwes cwe fix versions name locations path type purl target
    userInput descriptor timestamp
  `),
  'npm-audit': wordSet(`
    vulnerabilities advisories name severity isDirect via source dependency title url cwe cvss score vectorString
    fixAvailable version module_name github_advisory_id cves id findings paths overview recommendation patched_versions
    runId type data advisory value children error code summary detail message
  `),
  trivy: wordSet(`
    SchemaVersion Trivy Version CreatedAt Metadata RepoURL Branch Commit Results Target Class Type Packages
    Vulnerabilities Misconfigurations Secrets Licenses ExperimentalModifiedFindings ID Name Identifier PURL Release Epoch
    Digest DependsOn Relationship Indirect Locations StartLine EndLine VulnerabilityID VendorIDs PkgID PkgName PkgPath
    PkgIdentifier InstalledVersion FixedVersion SeveritySource PrimaryURL Title Description Severity CweIDs CVSS V2Score
    V2Vector V3Score V3Vector V40Score V40Vector References AVDID Message Status CauseMetadata Code Lines Number Content
    IsCause Resource RuleID Match Category FilePath Link Finding
  `),
  spdx: wordSet(`
    sbom spdxVersion SPDXID name creationInfo creators created documentDescribes packages relationships versionInfo
    primaryPackagePurpose externalRefs referenceType referenceLocator licenseConcluded licenseDeclared checksums algorithm
    checksumValue sourceInfo downloadLocation spdxElementId relatedSpdxElement relationshipType
  `),
  snyk: wordSet(`
    vulnerabilities filtered ignore docker displayTargetFile packageManager path error id title CVSSv3 cvssScore cvssDetails
    assigner cvssV3Vector cvssV3BaseScore epssDetails percentile probability severity severityWithCritical identifiers CVE
    CWE GHSA references url packageName name version from upgradePath fixedIn
  `),
  checkov: wordSet(`
    results failed_checks skipped_checks passed_checks parsing_errors summary checkov_version check_type check_id
    check_name short_description description guideline severity name repo_file_path file_path file_line_range code_block
    resource vulnerability_details id package_name package_version license link cvss vector fixed_versions lowest_fixed_version
  `),
  gitleaks: wordSet(`
    RuleID Description StartLine EndLine StartColumn EndColumn Match Secret File SymlinkFile Commit Date Tags
  `),
  bandit: wordSet(`
    results errors metrics generated_at test_id test_name filename issue_text issue_severity issue_confidence issue_cwe id
    more_info line_number line_range col_offset end_col_offset code reason
  `),
  'osv-scanner': wordSet(`
    results source path packages package name version commit ecosystem vulnerabilities groups ids aliases max_severity id
    summary details severity type score database_specific cwe_ids references url affected ranges events fixed
  `),
  trufflehog: wordSet(`
    SourceMetadata Data SourceName DetectorName DetectorDescription Verified VerificationError Raw RawV2 file filename path
    link key image repository line commit timestamp level logger msg trufflehog_version
  `),
  gitlab: wordSet(`
    vulnerabilities identifiers type name value url location file start_line end_line commit sha date dependency package
    version direct dependency_path image default_branch_image operating_system description message solution severity
    confidence links flags cvss_vectors vendor vector raw_source_code_extract details code_flows items file_location
    file_name line_start line_end scan status start_time end_time scanner analyzer messages level partial_scan
    partial_scan_mode mode dependency_files path class method tracking items signatures algorithm
     package_manager dependencies
  `),
  'dependency-check': wordSet(`
    scanInfo engineVersion analysisExceptions exception message projectInfo reportDate dependencies fileName filePath
    packages vulnerabilityIds id vulnerabilities suppressedVulnerabilities name source severity cvssv2 cvssv3 cvssv4 score
    baseScore baseSeverity version vectorString accessVector accessComplexity authenticationr attackVector
    attackComplexity privilegesRequired userInteraction scope confidentialityImpact integrityImpact availabilityImpact
    cwes description references url vulnerableSoftware software vulnerabilityIdMatched versionEndExcluding
  `),
  dependabot: wordSet(`
    state dependency package ecosystem name manifest_path relationship security_advisory ghsa_id cve_id identifiers value
    summary description severity cvss cvss_severities cvss_v3 cvss_v4 score vector_string epss percentage percentile cwes
    cwe_id references url security_vulnerability first_patched_version identifier html_url data repository
    vulnerabilityAlerts nodes pageInfo hasNextPage hasPreviousPage vulnerableManifestPath vulnerableRequirements
    dependencyRelationship securityVulnerability firstPatchedVersion securityAdvisory advisory ghsaId type cvssSeverities
    cvssV3 cvssV4 vectorString cweId fixedAt dismissedAt dismissReason dismissComment dismisser login created_at
    createdAt dismissed_at dismissed_by dismissed_reason dismissed_comment auto_dismissed_at autoDismissedAt
  `),
  'code-scanning': wordSet(`
    state html_url tool name version rule id description full_description severity security_severity_level tags help_uri
    most_recent_instance category message text location path start_line start_column end_line end_column
    created_at dismissed_at dismissed_by dismissed_reason dismissed_comment login
  `),
  gatehouse: wordSet(`
    findings tool name version category started_at completed_at commit branch repository_url scanned_files kind rule title
    message severity confidence cwe url references path line column end_line end_column code fingerprint suppressed secret
    secret_type validity package purl ecosystem transitivity aliases fixed_versions cvss_score cvss_vector
    resource
  `),
  findings: wordSet(`
    sast_findings sca_findings findings rule_name rule_hash_id rule_message rule_title rule_explanation rule name id
    message category confidence severity cwe_names owasp_names subcategories languages rulesets technologies title url
    source source_kind vulnerability_class vulnerability_classes has_validators match_based_id syntactic_id state status
    triage_state triage_reason triage_comment triaged_at ignored_until ignore_ends created_at updated_at relevant_since state_updated_at
    first_seen_scan_id ref repository location path file_path line column end_line end_column line_of_code_url
    categories references code lines start_line fix before after data_flow kind external_ticket external_slug
    linked_issue_ids review_comments external_note_id external_discussion_id body assistant autofix fix_code explanation
    guidance instructions summary autotriage verdict reason component tag risk click_to_fix_prs click_to_fix_failures
    sourcing_policy slug vulnerability_identifier found_dependency package version ecosystem transitivity
    lockfile_line_url fix_recommendations no_later_fix reachability reachable_condition usage epss_score score percentile
    is_malicious type validation_state finding_path finding_path_url historical_info git_commit git_blob
    git_commit_timestamp cvss method vector aliases logical_location resource
    source_withheld
  `),
}

/** Objects whose keys are defined by the file. */
const namedKeys = wordSet(`
  metavars messageStrings fingerprints partialFingerprints originalUriBaseIds allowed_hashes dependencies
  vulnerabilities advisories metrics Data CVSS
`)

/** Whether the reader of a format reads the value at the end of these keys. */
export function isRead(format: ReportFormat, keys: readonly string[]): boolean {
  return keys.every((key, index) => {
    const plain = format === 'findings' ? key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) : key
    return readKeys[format].has(plain) || namedKeys.has(keys[index - 1] ?? '')
  })
}

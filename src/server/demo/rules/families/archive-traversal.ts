import type { RuleFamily } from '../family.ts'

/** Archives unpacked to wherever their entries say. */
export const archiveTraversal: RuleFamily = {
  key: 'archive-traversal',
  title: 'Zip slip',
  cwe: 22,
  owasp: 'access',
  severity: 'medium',
  confidence: 'medium',
  kind: 'vuln',
  vulnerabilityClass: 'Path Traversal',
  flaw: 'Archive entries are extracted under the names in the **archive**. An entry named `../../app/start.sh` is written outside the target folder.',
  remedy:
    'Resolve the path of each entry, check that it is inside the target folder, skip links, and limit the number and size of entries.',
  impact: 'A crafted archive can overwrite files of the service.',
  steps: ['Resolve and check each entry.', 'Skip symbolic links.', 'Limit the number of extracted bytes.'],
  real: 'Customers upload the archives, which are extracted on the same volume as the code.',
  harmless: 'The archive is an artifact of our own build, and its digest is verified before this call.',
  component: { tag: 'user data', risk: 'neutral' },
  places: [
    {
      language: 'python',
      sinks: [
        {
          slug: 'tarfile',
          library: 'tarfile',
          setup: [
            'def unpack_{entity}(upload, target):',
            '    with tarfile.open(fileobj=upload) as archive:',
          ],
          flaw: ['        «archive.extractall(target)»'],
          fix: ['        archive.extractall(target, filter="data")'],
        },
        {
          slug: 'zipfile-loop',
          library: 'zipfile',
          setup: ['with zipfile.ZipFile(upload) as archive:', '    for entry in archive.infolist():'],
          flaw: [
            '        destination = os.path.join(target, entry.filename)',
            '        «open(destination, "wb").write(archive.read(entry))»',
          ],
          fix: [
            '        destination = within(target, entry.filename)',
            '        destination.write_bytes(archive.read(entry))',
          ],
        },
      ],
    },
    {
      language: 'java',
      sinks: [
        {
          slug: 'zip-input-stream',
          library: 'ZipInputStream',
          setup: ['ZipEntry entry;', 'while ((entry = zip.getNextEntry()) != null) {'],
          flaw: ['    «Path destination = target.resolve(entry.getName());»'],
          fix: [
            '    Path destination = target.resolve(entry.getName()).normalize();',
            '    if (!destination.startsWith(target)) throw new IOException("Entry outside of the target");',
          ],
          rest: ['    Files.copy(zip, destination);', '}'],
        },
      ],
    },
    {
      language: 'go',
      sinks: [
        {
          slug: 'archive-zip',
          library: 'archive/zip',
          setup: ['for _, entry := range archive.File {'],
          flaw: ['\t«destination := filepath.Join(target, entry.Name)»'],
          fix: [
            '\tdestination, err := within(target, entry.Name)',
            '\tif err != nil {',
            '\t\treturn err',
            '\t}',
          ],
          rest: ['\tif err := writeEntry(destination, entry); err != nil {', '\t\treturn err', '\t}', '}'],
        },
      ],
    },
    {
      language: 'typescript',
      sinks: [
        {
          slug: 'adm-zip',
          library: 'adm-zip',
          technology: 'express',
          setup: ['for (const entry of new AdmZip(upload).getEntries()) {'],
          flaw: ['  «writeFileSync(join(target, entry.entryName), entry.getData())»'],
          fix: ['  writeFileSync(within(target, entry.entryName), entry.getData())'],
          rest: ['}'],
        },
      ],
    },
    {
      language: 'csharp',
      sinks: [
        {
          slug: 'zip-archive',
          library: 'ZipArchive',
          setup: ['foreach (var entry in archive.Entries)', '{'],
          flaw: ['    «entry.ExtractToFile(Path.Combine(target, entry.FullName))»;'],
          fix: ['    entry.ExtractToFile(_files.Within(target, entry.FullName));'],
          rest: ['}'],
        },
      ],
    },
    {
      language: 'rust',
      sinks: [
        {
          slug: 'zip-crate',
          library: 'zip',
          setup: ['for index in 0..archive.len() {', '    let mut entry = archive.by_index(index)?;'],
          flaw: ['    let destination = «target.join(entry.name())»;'],
          fix: ['    let destination = target.join(entry.enclosed_name().ok_or(Refused)?);'],
          rest: ['    io::copy(&mut entry, &mut File::create(destination)?)?;', '}'],
        },
      ],
    },
  ],
}

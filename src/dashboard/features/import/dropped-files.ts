/** Names of reports in a folder, excluding hidden files. The same as in the command line. */
const reportName = /^[^.].*\.(?:json|sarif)(?:\.gz)?$/i

/**
 * Returns the dropped files, and the reports directly in a dropped folder; its subfolders are skipped. Must be called
 * within the drop event, where the data is readable.
 */
export async function droppedFiles(transfer: DataTransfer): Promise<File[]> {
  const items = [...transfer.items]
    .filter(({ kind }) => kind === 'file')
    .map((item) => ({ entry: item.webkitGetAsEntry(), file: item.getAsFile() }))
  const files = await Promise.all(
    items.map(async ({ entry, file }) => {
      if (entry && isFolder(entry)) return reportsIn(entry)
      return file ? [file] : []
    }),
  )
  return files.flat()
}

const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory
const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile

async function reportsIn(folder: FileSystemDirectoryEntry): Promise<File[]> {
  const reader = folder.createReader()
  const entries: FileSystemEntry[] = []
  for (;;) {
    // Returns at most 100 entries per call, and none at the end.
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (some.length === 0) break
    entries.push(...some)
  }
  const reports = entries.filter(isFile).filter(({ name }) => reportName.test(name))
  return Promise.all(
    reports
      .toSorted((one, other) => one.name.localeCompare(other.name))
      .map((entry) => new Promise<File>((resolve, reject) => entry.file(resolve, reject))),
  )
}

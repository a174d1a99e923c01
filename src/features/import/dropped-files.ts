/** What a report in a folder is called. A hidden file is none. As the command line has it. */
const reportName = /^[^.].*\.(?:json|sarif)(?:\.gz)?$/i

/**
 * The files that were dropped: those named themselves, and of a folder the reports in it, its own folders left out.
 * Must be called in the event of the drop, which alone may read it.
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
    // Answers at most 100 at once, and none at the end.
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

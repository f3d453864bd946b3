const key = 'console:uploads'
/** Most uploads that a device remembers. */
const most = 20

/** Identifies a file without reading it. */
export function fileKeyOf(file: File, purpose: string): string {
  return [purpose, file.name, file.size, file.lastModified].join('|')
}

/** Returns an earlier upload of the file, or null. The server keeps uploads for a day. */
export function findStoredUpload(mark: string): string | null {
  return entries().find(([known]) => known === mark)?.[1] ?? null
}

export function storeUpload(mark: string, uploadId: string): void {
  store([[mark, uploadId], ...entries().filter(([known]) => known !== mark)])
}

/** Call this when an upload is cancelled or finished. */
export function forgetUpload(mark: string): void {
  store(entries().filter(([known]) => known !== mark))
}

type Entry = [mark: string, uploadId: string]

function entries(): Entry[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(value) ? value.filter(isEntry) : []
  } catch {
    return []
  }
}

function isEntry(value: unknown): value is Entry {
  return Array.isArray(value) && typeof value[0] === 'string' && typeof value[1] === 'string'
}

/** Stores the list of uploads on the device. If storage is blocked, an interrupted upload starts from the beginning. */
function store(list: Entry[]): void {
  try {
    localStorage.setItem(key, JSON.stringify(list.slice(0, most)))
  } catch {}
}

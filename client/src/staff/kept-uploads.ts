const key = 'console:uploads'
/** how many uploads a device remembers */
const most = 20

/** What tells a file apart on this device, without reading it. */
export function fileMark(file: File, purpose: string): string {
  return [purpose, file.name, file.size, file.lastModified].join('|')
}

/** The number of an upload of the same file that an earlier visit began; null for none. The server knows it for a day after its last piece. */
export function keptUpload(mark: string): string | null {
  return entries().find(([known]) => known === mark)?.[1] ?? null
}

/** Remembers an upload, so that choosing the same file again goes on with it. */
export function keepUpload(mark: string, uploadId: string): void {
  store([[mark, uploadId], ...entries().filter(([known]) => known !== mark)])
}

/** Given up, or done with. */
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

/** Without storage nothing is remembered: the upload then starts anew. */
function store(list: Entry[]): void {
  try {
    localStorage.setItem(key, JSON.stringify(list.slice(0, most)))
  } catch {}
}

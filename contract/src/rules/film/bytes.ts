/** A file to look into, wherever it lies: on the server, or on the device it has not left yet. */
export interface FilmBytes {
  size: number
  /** `length` bytes from `start`, fewer at the end */
  read(start: number, length: number): Promise<Uint8Array>
}

const ascii = (bytes: Uint8Array): string => String.fromCharCode(...bytes)

/** Big-endian fields of some bytes. What lies outside reads as 0: callers look at the box's end first where it matters. */
export class Fields {
  readonly bytes: Uint8Array
  readonly #view: DataView

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  get length(): number {
    return this.bytes.length
  }

  u8(at: number): number {
    return this.bytes[at] ?? 0
  }

  u16(at: number): number {
    return this.#has(at, 2) ? this.#view.getUint16(at) : 0
  }

  u32(at: number): number {
    return this.#has(at, 4) ? this.#view.getUint32(at) : 0
  }

  i32(at: number): number {
    return this.#has(at, 4) ? this.#view.getInt32(at) : 0
  }

  /** exact up to 2^53; what is larger is larger than any file or time */
  u64(at: number): number {
    return this.u32(at) * 2 ** 32 + this.u32(at + 4)
  }

  i64(at: number): number {
    return this.i32(at) * 2 ** 32 + this.u32(at + 4)
  }

  /** letters of one byte each */
  text(start: number, end: number): string {
    return ascii(this.bytes.subarray(start, end))
  }

  #has(at: number, length: number): boolean {
    return at >= 0 && at + length <= this.bytes.length
  }
}

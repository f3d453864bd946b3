/** A film file on the server, or on the device before its upload. */
export interface FilmBytes {
  size: number
  read(start: number, length: number): Promise<Uint8Array>
}

const ascii = (bytes: Uint8Array): string => String.fromCharCode(...bytes)

/** Reads big-endian numbers. A position outside the bytes gives 0, so callers must check the bounds. */
export class BinaryFields {
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

  /** Numbers are exact up to 2^53, above any file size or time. */
  u64(at: number): number {
    return this.u32(at) * 2 ** 32 + this.u32(at + 4)
  }

  i64(at: number): number {
    return this.i32(at) * 2 ** 32 + this.u32(at + 4)
  }

  text(start: number, end: number): string {
    return ascii(this.bytes.subarray(start, end))
  }

  #has(at: number, length: number): boolean {
    return at >= 0 && at + length <= this.bytes.length
  }
}

/** Writes bits, and the variable-length codes of H.264 (ISO/IEC 14496-10 §9.1). */
export class BitWriter {
  #bytes: number[] = []
  #open = 0
  #count = 0

  bits(value: number, count: number): this {
    for (let at = count - 1; at >= 0; at -= 1) {
      this.#open = (this.#open << 1) | (Math.floor(value / 2 ** at) & 1)
      this.#count += 1
      if (this.#count === 8) this.#flush()
    }
    return this
  }

  /** Unsigned Exp-Golomb code. */
  ue(value: number): this {
    const length = Math.floor(Math.log2(value + 1))
    return this.bits(0, length).bits(value + 1, length + 1)
  }

  align(): this {
    while (this.#count > 0) this.bits(0, 1)
    return this
  }

  bytes(values: Iterable<number>): this {
    this.align()
    this.#bytes.push(...values)
    return this
  }

  done(): Buffer {
    this.bits(1, 1).align()
    return Buffer.from(this.#bytes)
  }

  aligned(): Buffer {
    this.align()
    return Buffer.from(this.#bytes)
  }

  #flush(): void {
    this.#bytes.push(this.#open)
    this.#open = 0
    this.#count = 0
  }
}

import { createHash } from 'node:crypto'

export interface ContentHash {
  update(piece: Buffer): void
  digest(): Buffer
}

/** SHA-256 of a content, or of the SHA-256s of its parts when its sender computed those. */
export function createContentHash(partBytes: number | null): ContentHash {
  const whole = createHash('sha256')
  if (partBytes === null) return { update: (piece) => void whole.update(piece), digest: () => whole.digest() }
  let part = createHash('sha256')
  let bytes = 0
  const endPart = () => {
    whole.update(part.digest())
    part = createHash('sha256')
    bytes = 0
  }
  return {
    update: (piece) => {
      for (let rest = piece; rest.length > 0; ) {
        const taken = rest.subarray(0, partBytes - bytes)
        rest = rest.subarray(taken.length)
        part.update(taken)
        bytes += taken.length
        if (bytes === partBytes) endPart()
      }
    },
    digest: () => {
      if (bytes > 0) endPart()
      return whole.digest()
    },
  }
}

/** What `createContentHash` gives for a content whose parts have these hashes. */
export function hashOfParts(hashes: readonly string[]): Buffer {
  const whole = createHash('sha256')
  for (const hash of hashes) whole.update(hash, 'hex')
  return whole.digest()
}

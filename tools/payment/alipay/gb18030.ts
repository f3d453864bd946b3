let codes: Map<string, number> | null = null

/** Encodes text as GBK, because Node can only decode it. */
export function encodeGb18030(text: string): Buffer {
  codes ??= readCodes()
  const bytes = [...text].flatMap((sign) => {
    if (sign <= '\x7f') return [sign.charCodeAt(0)]
    const code = codes?.get(sign) ?? 0xa1f5
    return [code >> 8, code & 0xff]
  })
  return Buffer.from(bytes)
}

function readCodes(): Map<string, number> {
  const decoder = new TextDecoder('gb18030')
  const found = new Map<string, number>()
  for (let lead = 0x81; lead <= 0xfe; lead += 1)
    for (let trail = 0x40; trail <= 0xfe; trail += 1) {
      const sign = decoder.decode(Buffer.from([lead, trail]))
      if ([...sign].length === 1 && sign !== '\ufffd') found.set(sign, (lead << 8) | trail)
    }
  return found
}

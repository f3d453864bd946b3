/** The body of a channel's answer, not more of it than expected. @throws Error when there is more */
export async function answerBytes(response: Response, most: number): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  let left = most
  for await (const piece of response.body ?? []) {
    left -= piece.length
    if (left < 0) throw new Error('the answer is too long')
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

/** A notification as a channel sends it. */
export interface Message {
  url: string
  headers: Record<string, string>
  body: string
}

/** Sends as channels do: again after a while when it is not answered well. @param word what a good answer must say */
export async function send(message: Message, word: string | null, tries = 3): Promise<void> {
  const response = await fetch(message.url, {
    method: 'POST',
    headers: message.headers,
    body: message.body,
    signal: AbortSignal.timeout(5000),
  }).catch(() => null)
  const said = await response?.text().catch(() => '')
  if ((response?.ok && (word === null || said === word)) || tries <= 1) return
  setTimeout(() => void send(message, word, tries - 1), 2000).unref()
}

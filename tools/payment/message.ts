export interface SimulatedNotification {
  url: string
  headers: Record<string, string>
  body: string
}

/** Sends a notification and repeats it until the portal confirms it. @param word text of a confirming response */
export async function sendNotification(message: SimulatedNotification, word: string | null, tries = 3): Promise<void> {
  const response = await fetch(message.url, {
    method: 'POST',
    headers: message.headers,
    body: message.body,
    signal: AbortSignal.timeout(5000),
  }).catch(() => null)
  const said = await response?.text().catch(() => '')
  if ((response?.ok && (word === null || said === word)) || tries <= 1) return
  setTimeout(() => void sendNotification(message, word, tries - 1), 2000).unref()
}

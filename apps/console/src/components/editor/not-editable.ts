const unknown: readonly { tag: RegExp; name: string }[] = [
  { tag: /<video\b/i, name: '正文中的视频' },
  { tag: /<caption\b/i, name: '表格标题' },
]

/** What a text holds that the editor cannot show, in words: it would be lost with the next save of the text. */
export function notEditable(html: string): string[] {
  return unknown.filter(({ tag }) => tag.test(html)).map(({ name }) => name)
}

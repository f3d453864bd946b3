/** What may have to be removed, in the words an editor reads. */
const words = {
  script: '脚本',
  handler: '事件代码',
  embedded: '嵌入的页面或程序',
  drawing: '矢量图形（SVG）',
  form: '表单',
  style: '文字样式',
  office: 'Word 格式',
  deleted: '修订中已删除的文字',
  hidden: '隐藏的文字',
  comments: '批注',
  link: '不安全的链接',
  picture: '外部或直接粘贴的图片（请用“上传图片”）',
  media: '外部的音视频（请用“上传视频”）',
  depth: '过深的嵌套',
  tag: '不支持的标签',
  attribute: '不支持的属性',
} as const

export type Finding = keyof typeof words

/** Collects what was removed; each kind once, however often it occurred. */
export class Findings {
  readonly #found = new Set<Finding>()

  add(finding: Finding): void {
    this.#found.add(finding)
  }

  /** In the catalogue's order: the same input always gives the same list. */
  inWords(): string[] {
    return Object.entries(words).flatMap(([key, text]) =>
      this.#found.has(key as Finding) ? [text] : [],
    )
  }
}

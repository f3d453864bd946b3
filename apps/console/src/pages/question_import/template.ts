const rows = [
  ['题型', '题干', '选项A', '选项B', '选项C', '选项D', '答案', '解析', '难度', '标签'],
  [
    '单选题',
    '（示例，导入前请删除）药品应当按说明书标示的条件储存，其中“阴凉处”是指不超过',
    '10℃',
    '20℃',
    '25℃',
    '30℃',
    'B',
    '《中国药典》凡例：阴凉处系指不超过 20℃。',
    '易',
    '储存,药典',
  ],
  [
    '多选题',
    '（示例，导入前请删除）药师审核处方时应当核对的内容有',
    '患者姓名',
    '药品名称',
    '用法用量',
    '患者职业',
    'ABC',
    '',
    '中',
    '处方审核',
  ],
  ['判断题', '（示例，导入前请删除）抗菌药物对普通感冒有效', '', '', '', '', '错', '', '易', ''],
]

/** A table to begin with, as Excel opens it rightly: UTF-8 with its mark, CRLF. */
export const templateCsv = csvOf(rows)

/** A table as CSV, marked as UTF-8 for Excel. */
export function csvOf(table: readonly (readonly string[])[]): string {
  return `\ufeff${table.map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`
}

function cell(text: string): string {
  return /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

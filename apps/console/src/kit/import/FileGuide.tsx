import { saveFile } from '@ce/client/save-as.ts'
import { Button } from 'antd'
import { toExcelCsv } from '../../components/csv.ts'
import type { ImportGuide } from './description.ts'
import classes from './Import.module.css'

export function ImportFileGuide({ lines, template }: ImportGuide) {
  const save = ({ rows, name }: NonNullable<ImportGuide['template']>) =>
    saveFile(new Blob([toExcelCsv(rows)], { type: 'text/csv;charset=utf-8' }), name)
  return (
    <section className={classes.guide} aria-labelledby="import-guide">
      <h2 id="import-guide">文件怎么准备</h2>
      <ul>
        {lines.map((line, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a page do not change
          <li key={at}>{line}</li>
        ))}
      </ul>
      {template && <Button onClick={() => save(template)}>下载模板（CSV，可用 Excel 打开）</Button>}
    </section>
  )
}

import type { RosterKind } from '@ce/client/staff/roster_import.ts'
import { saveAs } from '@ce/frame/save-as.ts'
import { Button } from 'antd'
import { csvOf } from '../../components/csv.ts'
import classes from '../../components/import/Import.module.css'
import { kindWords } from './words.ts'

/** How a file should look, and one to begin with. */
export function RosterGuide({ kind }: { kind: RosterKind }) {
  const { title, guide, template } = kindWords[kind]
  const save = () =>
    saveAs(new Blob([csvOf(template)], { type: 'text/csv;charset=utf-8' }), `${title}模板.csv`)
  return (
    <section className={classes.guide} aria-labelledby="roster-guide">
      <h2 id="roster-guide">文件怎么准备</h2>
      <ul>
        <li>
          Excel（.xlsx）或
          CSV，只留一个工作表，第一行是列名；列名不同也可以，读完后由您指定每一列是什么。
        </li>
        {guide.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <Button onClick={save}>下载模板（CSV，可用 Excel 打开）</Button>
    </section>
  )
}

import { saveAs } from '@ce/client/save-as.ts'
import { Button } from 'antd'
import classes from '../../components/import/Import.module.css'
import { templateCsv } from './template.ts'

/** How a file should look, and one to begin with. */
export function Guide() {
  const save = () =>
    saveAs(new Blob([templateCsv], { type: 'text/csv;charset=utf-8' }), '试题导入模板.csv')
  return (
    <section className={classes.guide} aria-labelledby="question-guide">
      <h2 id="question-guide">文件怎么准备</h2>
      <ul>
        <li>
          <strong>表格</strong>（.xlsx，或 Excel“另存为”的
          .csv，编码不限）：第一行是列名，每行一道题。列名可以是
          题型、题干、选项A、选项B……、答案、解析、难度、标签；名称不同也可以，读完后由您指定每一列是什么。
        </li>
        <li>
          <strong>必须有</strong>
          题干和答案；单选题、多选题还要有选项。题型没写时按答案判断；解析、难度、标签可以没有。
        </li>
        <li>
          <strong>选项</strong>可以每个一列，也可以全在一格里，每行一个。
        </li>
        <li>
          <strong>答案</strong>写字母：A，或 ABD，或 A,B,D；判断题写 对/错 或 正确/错误。
        </li>
        <li>
          <strong>标签</strong>有几个时用逗号隔开；难度写 易、中、难 或 1、2、3。
        </li>
        <li>
          <strong>选项次序</strong>写 固定 或
          可打乱；不写时，选项提到别的选项的（如“以上都对”）按固定，其余的可打乱。
        </li>
        <li>
          <strong>文本</strong>：GIFT（.gift 或 .txt）和 Aiken（.txt）也能读。
        </li>
        <li>
          有几个工作表时，读取最像试题的一个，也可以改选。题库里已有的题（题干相同）不会重复导入；有错误的题不写入，可以下载退回表，改好后再导入。
        </li>
      </ul>
      <Button onClick={save}>下载模板（CSV，可用 Excel 打开）</Button>
    </section>
  )
}

import { FileGuide } from '../../components/import/FileGuide.tsx'

const template = [
  ['姓名', '证件号', '资格证书编号', '手机号'],
  ['（示例）张三', '110105199001010000', '', '13800000000'],
]
const guide = [
  'Excel（.xlsx）或 CSV，有一行是列名；列名不同、有几个工作表都可以，读完后由您指定。',
  '每行一人，必须有姓名，以及证件号或资格证书编号；两个都写时须是同一人的。',
  '建议写证件号：资格证书编号由学员自己填写，平台不核对；只写编号的人，下单前要由单位向本人核实。',
  '在 Excel 里把证件号一列设为“文本”，否则 18 位号码的末尾会变成 0。',
  '手机号可以不写；写了只检查格式，不保存。',
  '一次最多 1000 行。有错误的行会逐行说明，可以下载退回表改好再导入；其余的行可以先写入。',
  '本人确认之前，平台不会告诉您某人是否已注册。',
]

/** How a list should look. */
export function ListGuide() {
  return <FileGuide guide={guide} template={template} name="单位名单模板.csv" />
}

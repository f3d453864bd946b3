import {
  AccountBookOutlined,
  AuditOutlined,
  BankOutlined,
  CalendarOutlined,
  CameraOutlined,
  DesktopOutlined,
  FieldTimeOutlined,
  FileDoneOutlined,
  FileProtectOutlined,
  FileTextOutlined,
  HomeOutlined,
  IdcardOutlined,
  ImportOutlined,
  LinkOutlined,
  PictureOutlined,
  PlaySquareOutlined,
  ProfileOutlined,
  ReadOutlined,
  SafetyCertificateOutlined,
  SettingOutlined,
  ShopOutlined,
  TeamOutlined,
  UserOutlined,
} from '@ant-design/icons'
import { mayStaff, type StaffSession } from '@ce/client/staff-session.ts'
import type { Permission } from '@ce/contract'
import type { SideItem } from '@ce/frame/SideMenu.tsx'
import { paths } from '../paths.ts'

const desks: readonly (SideItem & { permission?: Permission })[] = [
  { to: paths.home(), text: '待办', Icon: HomeOutlined, end: true },
  { to: paths.posters(), text: '内容管理', Icon: FileTextOutlined, permission: 'poster.read' },
  { to: paths.posterImport(), text: '批量导入', Icon: ImportOutlined, permission: 'poster.import' },
  { to: paths.plans(), text: '年度计划', Icon: CalendarOutlined, permission: 'teaching.read' },
  { to: paths.courses(), text: '课程', Icon: PlaySquareOutlined, permission: 'teaching.read' },
  { to: paths.teachers(), text: '教师', Icon: IdcardOutlined, permission: 'teaching.read' },
  { to: paths.questions(), text: '题库', Icon: ReadOutlined, permission: 'question.read' },
  { to: paths.studies(), text: '学习记录', Icon: FieldTimeOutlined, permission: 'study.read' },
  { to: paths.students(), text: '学员', Icon: UserOutlined, permission: 'student.read' },
  {
    to: paths.proofs(),
    text: '学时证明',
    Icon: SafetyCertificateOutlined,
    permission: 'proof.read',
  },
  { to: paths.captures(), text: '抓拍核查', Icon: CameraOutlined, permission: 'capture.review' },
  {
    to: paths.reductions(),
    text: '减免审核',
    Icon: FileDoneOutlined,
    permission: 'reduction.read',
  },
  {
    to: paths.reductionTypes(),
    text: '减免类型',
    Icon: ProfileOutlined,
    permission: 'reduction.read',
  },
  { to: paths.exams(), text: '考场', Icon: DesktopOutlined, permission: 'exam.read' },
  { to: paths.finance(), text: '财务', Icon: AccountBookOutlined, permission: 'finance.read' },
  { to: paths.invoices(), text: '发票', Icon: FileDoneOutlined, permission: 'invoice.read' },
  {
    to: paths.organisations(),
    text: '用人单位',
    Icon: ShopOutlined,
    permission: 'organisation.read',
  },
  { to: paths.swipers(), text: '轮播图', Icon: PictureOutlined, permission: 'site.edit' },
  { to: paths.friendlinks(), text: '友情链接', Icon: LinkOutlined, permission: 'site.edit' },
  { to: paths.siteInfo(), text: '站点信息', Icon: BankOutlined, permission: 'site.edit' },
  { to: paths.texts(), text: '协议文本', Icon: FileProtectOutlined, permission: 'site.edit' },
  { to: paths.staff(), text: '工作人员', Icon: TeamOutlined, permission: 'staff.manage' },
  { to: paths.audit(), text: '操作日志', Icon: AuditOutlined, permission: 'audit.read' },
  { to: paths.account(), text: '我的账号', Icon: SettingOutlined },
]

/** The desks that one's permissions open, in the menu's order. */
export function desksOf(session: StaffSession | null): readonly SideItem[] {
  return desks.filter(({ permission }) => !permission || mayStaff(session, permission))
}

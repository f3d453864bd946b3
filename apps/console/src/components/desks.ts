import {
  AccountBookOutlined,
  AuditOutlined,
  BankOutlined,
  BarChartOutlined,
  CalendarOutlined,
  CameraOutlined,
  ClockCircleOutlined,
  ControlOutlined,
  DashboardOutlined,
  DesktopOutlined,
  FieldTimeOutlined,
  FileDoneOutlined,
  FileProtectOutlined,
  FileTextOutlined,
  FontSizeOutlined,
  HomeOutlined,
  HourglassOutlined,
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
  SolutionOutlined,
  TeamOutlined,
  UserOutlined,
} from '@ant-design/icons'
import { isPractice } from '@ce/client/practice.ts'
import { mayStaff, type StaffSession } from '@ce/client/staff-session.ts'
import type { Permission } from '@ce/contract'
import type { SideItem } from '../kit/SideMenu.tsx'
import { paths } from '../paths.ts'

/** Desks of one kind of work, below one heading. */
export interface DeskGroup {
  title: string
  desks: readonly SideItem[]
}
type Desk = SideItem & { permission: Permission }

export const homeDesk: SideItem = { to: paths.home(), text: '待办', Icon: HomeOutlined, end: true }
export const accountDesk: SideItem = {
  to: paths.account(),
  text: '我的账号',
  Icon: SettingOutlined,
}

const groups: readonly { title: string; desks: readonly Desk[] }[] = [
  {
    title: '内容',
    desks: [
      { to: paths.posters(), text: '内容管理', Icon: FileTextOutlined, permission: 'poster.read' },
      {
        to: paths.posterImport(),
        text: '批量导入',
        Icon: ImportOutlined,
        permission: 'poster.import',
      },
      { to: paths.swipers(), text: '轮播图', Icon: PictureOutlined, permission: 'site.edit' },
      { to: paths.friendlinks(), text: '友情链接', Icon: LinkOutlined, permission: 'site.edit' },
    ],
  },
  {
    title: '教学',
    desks: [
      { to: paths.plans(), text: '年度计划', Icon: CalendarOutlined, permission: 'teaching.read' },
      { to: paths.courses(), text: '课程', Icon: PlaySquareOutlined, permission: 'teaching.read' },
      { to: paths.teachers(), text: '教师', Icon: IdcardOutlined, permission: 'teaching.read' },
      { to: paths.questions(), text: '题库', Icon: ReadOutlined, permission: 'question.read' },
    ],
  },
  {
    title: '学员',
    desks: [
      { to: paths.students(), text: '学员', Icon: UserOutlined, permission: 'student.read' },
      { to: paths.studies(), text: '学习记录', Icon: FieldTimeOutlined, permission: 'study.read' },
    ],
  },
  {
    title: '考务',
    desks: [
      { to: paths.exams(), text: '考场', Icon: DesktopOutlined, permission: 'exam.read' },
      {
        to: paths.captures(),
        text: '抓拍核查',
        Icon: CameraOutlined,
        permission: 'capture.review',
      },
    ],
  },
  {
    title: '学时与证明',
    desks: [
      {
        to: paths.proofs(),
        text: '学时证明',
        Icon: SafetyCertificateOutlined,
        permission: 'proof.read',
      },
      { to: paths.fonts(), text: '打印字体', Icon: FontSizeOutlined, permission: 'proof.font' },
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
      {
        to: paths.statistics(),
        text: '统计',
        Icon: BarChartOutlined,
        permission: 'statistics.read',
      },
    ],
  },
  {
    title: '财务',
    desks: [
      {
        to: paths.finance(),
        text: '订单与对账',
        Icon: AccountBookOutlined,
        permission: 'finance.read',
      },
      { to: paths.invoices(), text: '发票', Icon: SolutionOutlined, permission: 'invoice.read' },
      {
        to: paths.organisations(),
        text: '用人单位',
        Icon: ShopOutlined,
        permission: 'organisation.read',
      },
    ],
  },
  {
    title: '系统',
    desks: [
      { to: paths.siteInfo(), text: '站点信息', Icon: BankOutlined, permission: 'site.edit' },
      { to: paths.texts(), text: '协议文本', Icon: FileProtectOutlined, permission: 'site.edit' },
      { to: paths.staff(), text: '工作人员', Icon: TeamOutlined, permission: 'staff.manage' },
      {
        to: paths.settings(),
        text: '运行参数',
        Icon: ControlOutlined,
        permission: 'setting.read',
      },
      {
        to: paths.retention(),
        text: '数据保留',
        Icon: HourglassOutlined,
        permission: 'retention.read',
      },
      {
        to: paths.systemStatus(),
        text: '系统状态',
        Icon: DashboardOutlined,
        permission: 'system.read',
      },
      ...(isPractice()
        ? [
            {
              to: paths.practiceClock(),
              text: '演练时钟',
              Icon: ClockCircleOutlined,
              permission: 'setting.read' as const,
            },
          ]
        : []),
      { to: paths.audit(), text: '操作日志', Icon: AuditOutlined, permission: 'audit.read' },
    ],
  },
]

/** The desks that one's permissions open, in the menu's order; a heading without any is not there. */
export function desksOf(session: StaffSession | null): readonly DeskGroup[] {
  return groups
    .map(({ title, desks }) => ({
      title,
      desks: desks.filter(({ permission }) => mayStaff(session, permission)),
    }))
    .filter(({ desks }) => desks.length > 0)
}

/** Which of the groups the page at this path belongs to. */
export function groupAt(path: string, shown: readonly DeskGroup[]): string | undefined {
  return shown.find(({ desks }) => desks.some(({ to }) => path === to || path.startsWith(`${to}/`)))
    ?.title
}

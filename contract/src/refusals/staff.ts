import type { Refusals } from './shape.ts'

/** Refusals of the staff's desks. Codes: errors.ts. */
export const staffRefusals = {
  'staff.badCredentials': { code: 9001, msg: '用户名或密码不正确' },
  'staff.locked': {
    code: 9002,
    msg: '连续输错次数过多，请在 {minutes} 分钟后再试；忘记密码请联系超级管理员重置',
  },
  'staff.codeNeeded': { code: 9003, msg: '请输入动态口令' },
  'staff.badCode': { code: 9004, msg: '动态口令不正确或已使用，请等待下一个' },
  'staff.forbidden': { code: 9005, msg: '您的角色没有这项权限，请联系超级管理员' },
  'staff.totpSetupNeeded': { code: 9006, msg: '您的角色必须先绑定动态口令' },
  'staff.wrongPassword': { code: 9007, msg: '密码不正确，请重新输入' },
  'staff.samePassword': { code: 9008, msg: '新密码不能与原密码相同' },
  'staff.weakPassword': {
    code: 9009,
    msg: '密码须含大写、小写、数字、符号中的三类，且不能包含用户名',
  },
  'staff.totpOn': { code: 9010, msg: '动态口令已绑定，如需更换请先解除' },
  'staff.totpNotBegun': { code: 9011, msg: '请先扫描二维码开始绑定' },
  'staff.totpMandatory': { code: 9012, msg: '您的角色必须使用动态口令，不能解除' },
  'staff.usernameTaken': { code: 9013, msg: '这个用户名已被使用，请换一个' },
  'staff.noSuchRole': { code: 9014, msg: '所选角色不存在，请重新选择' },
  'staff.notFound': { code: 9015, msg: '没有找到该工作人员，请刷新列表' },
  'staff.lastAdmin': { code: 9016, msg: '至少要保留一名启用的超级管理员' },
  'staff.notYourself': { code: 9017, msg: '不能对自己的账号做此操作' },
  'staff.passwordChangeNeeded': { code: 9018, msg: '请先修改初始密码' },
  'staff.stale': { code: 9019, msg: '这个账号刚被他人改过，请刷新后再修改' },

  'poster.notFound': { code: 10001, msg: '没有找到这篇内容，请刷新列表' },
  'poster.versionStale': { code: 10002, msg: '这篇内容刚被 {by} 修改过，请刷新后再操作' },
  'poster.badFile': { code: 10003, msg: '所选文件不存在或类型不符，请重新上传' },
  'poster.videoNeeded': { code: 10004, msg: '视频栏目的内容必须有视频才能发布' },
  'poster.badTime': { code: 10005, msg: '发布时间应在现在之后、一年之内' },
  'poster.notPublished': { code: 10006, msg: '这篇内容没有发布，无需撤回' },
  'poster.wasPublished': { code: 10007, msg: '发布过的内容不能删除，可以撤回' },
  'poster.alreadyLive': { code: 10008, msg: '这篇内容读者正在看，新稿只能立即发布，不能定时' },
  'poster.datedTooFar': {
    code: 10009,
    msg: '导入时写明的日期 {day} 在一年之后，请核对；要发布请选定时',
  },

  'poster_import.unreadable': { code: 11001, msg: '无法读取这个文件：{problem}' },
  'poster_import.tooLarge': { code: 11002, msg: '解压后的内容过大，请分批导入' },
  'poster_import.empty': { code: 11003, msg: '里面没有 Markdown 或 HTML 文档' },
  'poster_import.notFound': { code: 11004, msg: '没有找到这次导入，请重新检查' },
  'poster_import.otherwiseRun': {
    code: 11005,
    msg: '这次导入已经开始，不能再改为“{asked}”；需要时请重新检查一次',
  },

  'question.notFound': { code: 12001, msg: '没有找到该试题，请刷新列表' },
  'question.noSuchCourse': { code: 12002, msg: '没有找到该课程，请刷新列表' },
  'question.versionStale': { code: 12003, msg: '这道题刚被 {by} 修改过，请刷新后再操作' },
  'question.duplicate': { code: 12004, msg: '本课程已有题干相同的试题：第 {no} 号' },
  'question.bankTooSmall': {
    code: 12005,
    msg: '这样 {year} 年度就不够组卷：{lack}',
  },

  'question_import.noFile': { code: 13001, msg: '没有找到上传的文件，请重新上传' },
  'question_import.conflict': { code: 13002, msg: '这个导入编号已用于另一个文件，请重新检查' },
  'question_import.notFound': { code: 13003, msg: '没有找到这次导入，请重新检查' },
  'question_import.notChecked': { code: 13004, msg: '这次导入没有可用的检查结果，请先完成检查' },
  'question_import.nothingToDo': { code: 13005, msg: '没有可以导入的试题，请改好文件后重新上传' },
  'question_import.bankChanged': {
    code: 13006,
    msg: '检查之后题库有变动（{stem}），没有写入任何试题，请重新检查',
  },

  'teaching.notFound': { code: 14001, msg: '没有找到这门课程，请刷新列表' },
  'teaching.teacherNotFound': { code: 14002, msg: '没有找到这位教师，请刷新列表' },
  'teaching.versionStale': { code: 14003, msg: '刚被 {by} 修改过，请刷新后再操作' },
  'teaching.notReady': { code: 14004, msg: '还不能发布：{problem}' },
  'teaching.badFile': { code: 14005, msg: '所选文件不存在或类型不符，请重新上传' },
  'teaching.subjectFixed': { code: 14006, msg: '已有学员为这门课程缴费，科目不能再改' },
  'teaching.notPublished': { code: 14007, msg: '这门课程还没有发布过，请先发布' },
  'teaching.neededByPlan': {
    code: 14008,
    msg: '没有它，{year} 年度计划就学不完（它是必修课程，或其余专业科目课程不足要求的学时），不能撤下；请先调整计划',
  },

  'plan.notFound': { code: 15001, msg: '没有找到这个年度计划，请刷新列表' },
  'plan.versionStale': { code: 15002, msg: '这个计划刚被 {by} 修改过，请刷新后再操作' },
  'plan.yearTaken': { code: 15003, msg: '{year} 年度已有计划，一个年度只能有一个' },
  'plan.sold': { code: 15004, msg: '已有 {paid} 名学员缴费，{locked}不能再改' },
  'plan.shortened': { code: 15005, msg: '已有学员缴费，学习截止时间只能延后' },
  'plan.courseChosen': { code: 15006, msg: '已有 {chosen} 名学员选了“{title}”，不能从计划里移除' },
  'plan.noSuchCourse': { code: 15007, msg: '所选课程中有不存在的，请重新选择' },
  'plan.notReady': { code: 15008, msg: '计划还不能开放：{problem}' },
  'plan.notOpened': { code: 15009, msg: '这个计划还没有开放过，请先开放' },
  'plan.ordered': {
    code: 15011,
    msg: '有 {waiting} 名学员的订单正等待支付，{locked}暂时不能改。可先停止报名，待订单支付或过期后再改',
  },
  'plan.wasOpened': { code: 15010, msg: '这个计划开放过，不能删除；可以停止报名' },
  'plan.trialKept': {
    code: 15012,
    msg: '已有学员报名或取得该年度证明，是否体验计划不能再改',
  },
  'plan.counted': {
    code: 15013,
    msg: '{year} 年度已有学员的学时入账或取得证明（如导入的公需学时、学时减免），{locked}不能再改',
  },

  'student_desk.notFound': { code: 16001, msg: '没有找到该学员，请重新查找' },
  'student_desk.closed': { code: 16002, msg: '该账号已合并关闭，请到保留的账号操作' },
  'student_desk.sameAccount': { code: 16003, msg: '请选择两个不同的账号' },
  'student_desk.mergeOpen': {
    code: 16004,
    msg: '其中一个账号已有待确认的合并申请，请先处理那一份',
  },
  'student_desk.mergeHindered': { code: 16005, msg: '暂时不能合并：{obstacle}' },
  'student_desk.keyUsed': { code: 16006, msg: '这个编号已用于另一份申请，请刷新后重试' },
  'student_desk.secondPerson': { code: 16007, msg: '须由申请人以外的工作人员决定' },
  'student_desk.notProposer': { code: 16010, msg: '只有申请人可以撤回；您可以驳回' },
  'student_desk.erased': { code: 16009, msg: '该账号已由学员本人注销' },
  'student_desk.decided': { code: 16008, msg: '这份申请已由 {by} 处理' },

  'roster_import.noFile': { code: 17001, msg: '没有找到上传的文件，请重新上传' },
  'roster_import.conflict': { code: 17002, msg: '这个导入编号已用于另一个文件，请重新检查' },
  'roster_import.notFound': { code: 17003, msg: '没有找到这次导入，请重新检查' },
  'roster_import.notChecked': { code: 17004, msg: '这次导入没有可用的检查结果，请先完成检查' },
  'roster_import.nothingToDo': { code: 17005, msg: '没有可以导入的行，请改好表格后重新上传' },
  'roster_import.rowsRefused': {
    code: 17006,
    msg: '还有 {refuse} 行不能导入；请改好表格重新上传，一次全部写入',
  },
  'roster_import.noSheet': { code: 17007, msg: '这次导入没有初始密码表' },
  'roster_import.sheetTaken': {
    code: 17008,
    msg: '初始密码表已下载过，不能再次下载；可以为从未登录过的学员重新生成初始密码',
  },
  'roster_import.nobodyLeft': {
    code: 17009,
    msg: '这次导入的学员都已登录过（或没有建立账号），不需要新的初始密码',
  },

  'capture_review.notFound': { code: 18001, msg: '没有找到这次待核查的考试，请刷新列表' },
  'capture_review.alreadyProposed': { code: 18002, msg: '这次考试已有人提出建议，请看核查经过' },
  'capture_review.keyUsed': { code: 18003, msg: '这个编号已用于另一次考试，请刷新后重试' },
  'capture_review.secondPerson': { code: 18004, msg: '须由提出建议者以外的工作人员决定' },
  'capture_review.notProposer': { code: 18006, msg: '只有提出建议者可以撤回；您可以驳回' },
  'capture_review.decided': { code: 18005, msg: '这条建议已由 {by} 处理' },

  'retention.noSuchRule': { code: 29001, msg: '没有这条可以修改的保留规则，请刷新页面' },
  'retention.outOfLimits': { code: 29002, msg: '保留天数应在 {min} 到 {max} 之间' },
  'retention.stale': { code: 29003, msg: '这条规则刚被他人改过，请刷新后再修改' },

  'setting.noSuchFigure': { code: 30001, msg: '没有这项可以修改的参数，请刷新页面' },
  'setting.outOfLimits': { code: 30002, msg: '应在 {min} 到 {max} {unit}之间' },
  'setting.contradicts': { code: 30003, msg: '与“{other}”（{value} {unit}）矛盾：{problem}' },
  'setting.stale': { code: 30004, msg: '这项参数刚被他人改过，请刷新后再修改' },

  'print_font.noFile': { code: 31001, msg: '没有找到上传的字体文件，请重新上传' },
  'print_font.unusable': { code: 31002, msg: '这个字体不能用：{problem}' },
  'print_font.nothingNew': {
    code: 31003,
    msg: '系统已有的字体能打印它的所有字，不需要添加；请换一个含有缺字的字体',
  },
  'print_font.notFound': { code: 31004, msg: '没有找到这个字体' },
  'print_font.keyUsed': { code: 31005, msg: '这个字体文件已经添加过，请刷新列表查看' },
  'print_font.removed': { code: 31006, msg: '这个字体已由他人停用，请刷新列表' },

  'organisation.notFound': { code: 25001, msg: '没有找到这个单位，请刷新列表' },
  'organisation.codeTaken': { code: 25002, msg: '该统一社会信用代码已有账号，请在列表中查找' },
  'organisation.keyUsed': {
    code: 25003,
    msg: '单位已经按另外的内容建好了，请刷新列表核对后再修改',
  },
  'organisation.passwordChangeNeeded': { code: 25004, msg: '请先修改一次性密码' },
  'organisation.stale': { code: 25005, msg: '这个单位刚被他人改过，请刷新后再修改' },
} as const satisfies Refusals

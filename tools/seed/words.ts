/** Names of position attributes and labels of the sample organisation. */
export const positionAttributeNames = {
  rank: [
    '一级调研员',
    '二级调研员',
    '三级调研员',
    '四级调研员',
    '一级主任科员',
    '二级主任科员',
    '三级主任科员',
    '四级主任科员',
    '一级科员',
    '二级科员',
  ],
  title: [
    '正高级工程师', '高级工程师', '工程师', '助理工程师', '技术员', '正高级经济师', '高级经济师', '经济师', '助理经济师', '正高级会计师',
    '高级会计师', '会计师', '助理会计师', '主任医师', '副主任医师', '主治医师', '医师', '研究馆员', '副研究馆员', '馆员',
  ], // prettier-ignore
  duty: ['主任', '副主任', '处长', '副处长', '科长', '副科长', '股长', '所长', '副所长', '站长', '副站长', '组长'],
  post: [
    '综合文秘岗', '行政管理岗', '人事管理岗', '党建工作岗', '宣传联络岗', '纪检监察岗', '财务会计岗', '出纳岗', '资产管理岗', '采购管理岗',
    '法务合规岗', '审计监督岗', '信息化管理岗', '系统运维岗', '网络安全岗', '数据管理岗', '档案管理岗', '统计分析岗', '政策研究岗', '项目管理岗',
    '窗口受理岗', '业务审批岗', '业务经办岗', '待遇核发岗', '基金监管岗', '稽核检查岗', '异地就医岗', '咨询服务岗', '信访接待岗', '后勤保障岗',
  ], // prettier-ignore
} as const

export const labels = [
  { name: '党员', color: 'red' },
  { name: '团员', color: 'orange' },
  { name: '业务骨干', color: 'blue' },
  { name: '后备干部', color: 'purple' },
  { name: '新入职', color: 'green' },
  { name: '驻村工作队', color: 'cyan' },
  { name: '借调人员', color: 'gold' },
  { name: '挂职干部', color: 'cyan' },
  { name: '内训师', color: 'magenta' },
  { name: '涉密人员', color: 'red' },
  { name: '系统管理员', color: 'blue' },
  { name: '退休返聘', color: 'gold' },
] as const

export const loginMessages = { right: '登录成功', wrong: '用户名或密码错误，还可尝试4次' }

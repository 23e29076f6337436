// XRT_TPU_CONFIG: '1'
# XRT_WORKERS: '1'
/* env: { XRT_WORKERS: 1 } */
local XRT_INI_PATH = '/x';
{
  env: { XRT_INI_PATH: '/x', XRT_COMPOSITOR_LOG: 'debug', MY_XRT_WORKERS: '1' },
  note: 'XRT_TPU_CONFIG=1 is gone',
  names: ['XRT_TPU_CONFIG', "XRT_WORKERS"],
  text: |||
    Set XRT_TPU_CONFIG=1 no longer.
  |||,
  fields: [{ name: 'XRT_TPU_CONFIG', description: 'gone' }],
  v: std.extVar('XRT_INI_PATH'),
  command: ['echo', '-m', 'torch_xla.distributed.xla_dist'],
}

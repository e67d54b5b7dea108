--- duecal for Neovim 0.7 and later: `require('duecal').setup()` in init.lua.
local M = {}

local clients = {}

--- Starts duecal for a buffer, once for each folder.
local function attach(options)
  local buffer = vim.api.nvim_get_current_buf()
  local name = vim.api.nvim_buf_get_name(buffer)
  if name == '' or vim.bo[buffer].buftype ~= '' then return end
  local root = options.root or vim.fn.fnamemodify(name, ':p:h')
  local config = {
    name = 'duecal',
    cmd = options.cmd or { 'duecal', 'lsp' },
    root_dir = root,
    workspace_folders = { { uri = vim.uri_from_fname(root), name = root } },
    init_options = options.init_options,
    capabilities = options.capabilities,
    on_attach = options.on_attach,
  }
  if vim.lsp.start then
    vim.lsp.start(config)
    return
  end
  local id = clients[root]
  if not id or not vim.lsp.get_client_by_id(id) then
    config.on_exit = function() clients[root] = nil end
    id = vim.lsp.start_client(config)
    clients[root] = id
  end
  if id then vim.lsp.buf_attach_client(buffer, id) end
  vim.bo[buffer].omnifunc = 'v:lua.vim.lsp.omnifunc'
end

--- Starts duecal with each task file.
--- options: cmd, filetypes, root, init_options, capabilities, on_attach; all of them optional.
function M.setup(options)
  options = options or {}
  local group = vim.api.nvim_create_augroup('duecal', {})
  vim.api.nvim_create_autocmd('FileType', {
    group = group,
    pattern = options.filetypes or { 'taskpaper', 'markdown', 'icalendar' },
    callback = function() attach(options) end,
  })
end

--- Changes the task under the cursor: `require('duecal').change('snooze', '+3d')`.
--- change: done, done-for-good, undone, cancel, snooze, move, resolve, resolve-file, archive, tag, untag or sort.
function M.change(change, value)
  local line = vim.api.nvim_win_get_cursor(0)[1] - 1
  vim.lsp.buf.execute_command({
    command = 'duecal.change',
    arguments = { { uri = vim.uri_from_bufnr(0), line = line, change = change, value = value } },
  })
end

return M

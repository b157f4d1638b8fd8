-- Starts `limn lsp` for descriptors. Settings: vim.g.limn = { cmd = { "limn", "lsp" }, settings = { strict = true } }

local options = vim.g.limn or {}
local MARKS = { "limn.toml", "TOSCA-Metadata", "lmproject.yml", ".git" }

-- The nearest folder with a sign of a project, or the file's own.
local function root_of(file)
  local folder = vim.fn.fnamemodify(file, ":p:h")
  local here = folder
  while true do
    for _, mark in ipairs(MARKS) do
      if vim.loop.fs_stat(here .. "/" .. mark) then
        return here
      end
    end
    local above = vim.fn.fnamemodify(here, ":h")
    if above == here then
      return folder
    end
    here = above
  end
end

local clients = {}

local function start(buffer)
  local file = vim.api.nvim_buf_get_name(buffer)
  if file == "" or vim.bo[buffer].buftype ~= "" then
    return
  end
  local root = root_of(file)
  local settings = options.settings or {}
  local config = {
    name = "limn",
    cmd = options.cmd or { "limn", "lsp" },
    root_dir = root,
    workspace_folders = { { uri = vim.uri_from_fname(root), name = root } },
    init_options = settings,
    settings = { limn = settings },
  }
  if vim.lsp.start then
    vim.lsp.start(config, { bufnr = buffer })
    return
  end
  -- Neovim 0.7.
  clients[root] = clients[root] or vim.lsp.start_client(config)
  if clients[root] then
    vim.lsp.buf_attach_client(buffer, clients[root])
  end
end

vim.api.nvim_create_autocmd("FileType", {
  pattern = { "yaml", "yaml.*" },
  callback = function(event)
    start(event.buf)
  end,
})
vim.filetype.add({ extension = { bom = "yaml", tosca = "yaml" } })

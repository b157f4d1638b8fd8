-- Neovim's own client on the project in the current folder: problems, completion, a rename across files, a fix; then all files are written.

local function fail(why)
  io.stderr:write("\n" .. why .. "\n")
  vim.cmd("cquit 1")
end

local function check(condition, why)
  if not condition then
    fail(why)
  end
  return condition
end

local function run()
  vim.o.hidden = true
  vim.g.limn = { cmd = { vim.env.LIMN, "lsp" } }
  dofile(vim.env.LIMN_NEOVIM)
  vim.cmd("edit shop.yaml")
  local buffer = vim.api.nvim_get_current_buf()
  vim.wait(20000, function() return #vim.lsp.get_active_clients() > 0 end, 20)
  local started = check(vim.lsp.get_active_clients()[1], "the server does not start")
  local client = started.id
  check(vim.fn.resolve(started.config.root_dir) == vim.fn.resolve(vim.fn.getcwd()), "another root: " .. started.config.root_dir)

  local function problems()
    return vim.diagnostic.get(buffer)
  end
  local function has(words)
    for _, problem in ipairs(problems()) do
      if problem.message:find(words, 1, true) then
        return problem
      end
    end
  end
  check(vim.wait(20000, function() return has("unknown node type `tosca.nodes.Compte`") end, 20), "no problem is reported: " .. vim.inspect(problems()))

  -- The line and the column (both 0-based) of some words.
  local function find(words)
    for line, text in ipairs(vim.api.nvim_buf_get_lines(buffer, 0, -1, false)) do
      local column = text:find(words, 1, true)
      if column then
        return line - 1, column - 1
      end
    end
    fail("`" .. words .. "` is not in the text")
  end
  local function ask(method, params)
    local answers, why = vim.lsp.buf_request_sync(buffer, method, params, 20000)
    check(answers and answers[client], method .. ": " .. tostring(why))
    local failure = answers[client].err or answers[client].error
    check(not failure, method .. ": " .. vim.inspect(failure))
    return answers[client].result
  end
  local document = { uri = vim.uri_from_bufnr(buffer) }
  local client_of = vim.lsp.get_client_by_id(client)
  local encoding = client_of.offset_encoding or "utf-16"

  local line, column = find("shop.Web")
  local found = ask("textDocument/completion", { textDocument = document, position = { line = line, character = column + #"shop." } })
  local labels = {}
  for _, item in ipairs(found.items) do
    labels[item.label] = true
  end
  check(labels["shop.Web"] and labels["shop.Base"], "no types are offered: " .. vim.inspect(labels))

  local edit = ask("textDocument/rename", { textDocument = document, position = { line = line, character = column + 2 }, newName = "shop.Front" })
  vim.lsp.util.apply_workspace_edit(edit, encoding)

  local problem = has("tosca.nodes.Compte")
  local position = { line = problem.lnum, character = problem.col + 1 }
  -- The changes of other files by the rename can reach the server between the two requests; then the fix is asked for again, as people do.
  local fix, refused
  for _ = 1, 20 do
    local actions = ask("textDocument/codeAction", {
      textDocument = document,
      range = { start = position, ["end"] = position },
      context = { diagnostics = { { range = { start = position, ["end"] = position }, message = problem.message } } },
    })
    local offered
    for _, action in ipairs(actions) do
      if action.title:find("tosca.nodes.Compute", 1, true) then
        offered = action
      end
    end
    check(offered, "no fix is offered: " .. vim.inspect(actions))
    fix = offered
    if not fix.edit then
      local answers = vim.lsp.buf_request_sync(buffer, "codeAction/resolve", offered, 20000)
      fix = answers and answers[client] and answers[client].result
      refused = answers
    end
    if fix then
      break
    end
    vim.wait(250)
  end
  check(fix and fix.edit, "the fix is refused: " .. vim.inspect(refused))
  vim.lsp.util.apply_workspace_edit(fix.edit, encoding)
  check(vim.wait(20000, function() return not has("tosca.nodes.Compte") end, 20), "the fixed problem stays: " .. vim.inspect(problems()))

  vim.cmd("silent wall")
  vim.lsp.stop_client(client)
  vim.wait(5000, function() return vim.lsp.get_client_by_id(client) == nil end, 20)
  vim.cmd("qall!")
end

local ok, why = pcall(run)
if not ok then
  fail(tostring(why))
end

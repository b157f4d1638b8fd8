;;; limn.el --- Limn as a language server of Eglot -*- lexical-binding: t; -*-

;;; Commentary:
;; Settings are in `eglot-workspace-configuration', for example in .dir-locals.el:
;;   ((yaml-mode . ((eglot-workspace-configuration . (:limn (:strict t))))))

;;; Code:

(require 'eglot)

(add-to-list 'eglot-server-programs '((yaml-mode yaml-ts-mode) . ("limn" "lsp")))
(add-to-list 'auto-mode-alist '("\\.\\(bom\\|tosca\\)\\'" . yaml-mode))

(provide 'limn)
;;; limn.el ends here

//! Reports of problems to editors that do not request them.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use lsp_server::Notification;
use lsp_types::notification::{self as event, Notification as _};
use lsp_types::{self as lsp, Uri};

use super::handlers;
use super::server::Server;
use super::snapshot::Snapshot;

impl Server {
    /// Reports the problems of open documents, if the editor does not ask for them itself. A report that is outdated before it is done is dropped.
    pub(super) fn report_problems(&mut self) {
        if std::mem::replace(&mut self.is_reported, true) || self.is_shut_down {
            return;
        }
        self.update();
        let before = std::mem::replace(&mut self.reported, self.snapshot.clone());
        if self.client.pulls_diagnostics {
            return;
        }
        let is_changed = |uri: &Uri| {
            let unit = |snapshot: &Snapshot| {
                let place = snapshot.by_uri.get(uri.as_str())?;
                snapshot.units.get(place.unit).cloned()
            };
            match (unit(&before), unit(&self.snapshot)) {
                (Some(before), Some(now)) => !Arc::ptr_eq(&before, &now),
                _ => true,
            }
        };
        // The document that was edited last is reported first.
        let mut open: Vec<(Uri, i32)> =
            self.workspace.buffers.iter().map(|(uri, buffer)| (uri.clone(), buffer.version)).collect();
        open.retain(|(uri, version)| is_changed(uri) || before.versions.get(uri.as_str()) != Some(version));
        open.sort_by_key(|(uri, version)| (before.versions.get(uri.as_str()) == Some(version), uri.clone()));
        for (uri, version) in open {
            self.report += 1;
            let number = self.report;
            lock(&self.reports).insert(uri.as_str().to_owned(), number);
            let (context, reports, sender) = (self.context(), Arc::clone(&self.reports), self.sender.clone());
            self.pool.run("report problems", move || {
                let is_latest = |reports: &HashMap<String, u64>| reports.get(uri.as_str()) == Some(&number);
                if !is_latest(&lock(&reports)) {
                    return;
                }
                let diagnostics = handlers::diagnostics::of(&context, &uri);
                // The lock keeps reports in their order.
                let reports = lock(&reports);
                if is_latest(&reports) {
                    let params = lsp::PublishDiagnosticsParams { uri, diagnostics, version: Some(version) };
                    let method = event::PublishDiagnostics::METHOD.to_owned();
                    let _gone = sender.send(Notification::new(method, params).into());
                }
            });
        }
    }

    /// Removes the problems of a closed document from the editor.
    pub(super) fn withdraw(&mut self, uri: Uri) {
        let mut reports = lock(&self.reports);
        if reports.remove(uri.as_str()).is_some() {
            let params = lsp::PublishDiagnosticsParams { uri, diagnostics: Vec::new(), version: None };
            let method = event::PublishDiagnostics::METHOD.to_owned();
            let _gone = self.sender.send(Notification::new(method, params).into());
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
